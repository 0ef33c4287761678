import { expect, test } from "vitest";
import {
  isList,
  nameOf,
  operations,
  parameters,
  parametersIn,
} from "../../src/contract/operations.ts";
import { service } from "../sandbox/contract-examples.ts";
import { links } from "./links.ts";

// That each link can be followed is up to test/sandbox/links.

const all = operations(service);

test("every operation on a resource is linked from a response with its id", () => {
  const onOneThing = all.filter((each) => parametersIn(each, "path").length > 0);
  expect(onOneThing.length).toBeGreaterThan(10);
  expect(
    onOneThing.filter(({ id }) => !links.some(({ to }) => to.id === id)).map(({ id }) => id),
    "no response with the id has a link to the operation: add one to `links`",
  ).toEqual([]);
});

test.each(all.filter(isList))("the link from $id to its next page keeps the parameters", (list) => {
  const next = links.find(({ name }) => name === `${list.id} nextPage`);
  const kept = next?.cursor.at("parameters").members();
  const taken = parameters(list).map(nameOf);
  expect(next?.to.id, "a list needs a link `nextPage` to itself").toBe(list.id);
  expect(kept?.map(({ key }) => key.replace(/^header\./, "")).sort()).toEqual(
    taken.filter((name) => name !== "page").sort(),
  );
});
