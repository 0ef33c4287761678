import { expect, test } from "vitest";
import { openApiDocuments } from "../../../src/sandbox/openapi/openapi-documents.ts";
import { routesOf } from "../../../src/sandbox/openapi/routes-from-contract.ts";

test("the examples of a response are its JSON, also if the operation can stream", () => {
  const examples = routesOf(openApiDocuments.control).flatMap((route) =>
    Object.values(route.examples),
  );
  expect(examples).not.toEqual([]);
  expect(examples.filter((example) => typeof example !== "object")).toEqual([]);
});
