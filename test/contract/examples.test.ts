import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Cursor } from "../../src/contract/cursor.ts";
import { callbacks, mediaTypes, operations, parameters } from "../../src/contract/operations.ts";
import { createCompile } from "../compile-schema.ts";
import { changed } from "../sandbox/contract-examples.ts";
import {
  accepted,
  acceptedResponses,
  casesOf,
  changeOf,
  invalid,
} from "./valid-and-invalid-requests.ts";

type Example = { name: string; value: unknown; schema: Cursor };

const FILES = ["generated/openapi.json", "generated/sandbox-control.json"];
const tried = new Set<string>();

describe.each(FILES)("%s:", (file) => {
  const contract = Cursor.root(JSON.parse(readFileSync(file, "utf8")));
  const compile = createCompile(contract);

  const postbacks = callbacks(contract).flatMap(({ name, cursor }) =>
    bodyExamples(name, cursor.at("requestBody")),
  );
  const requests = operations(contract)
    .flatMap(({ id, cursor }) => bodyExamples(id, cursor.at("requestBody")))
    .concat(postbacks);
  const responses = operations(contract).flatMap(({ id, cursor }) =>
    cursor
      .at("responses")
      .members()
      .flatMap((response) => bodyExamples(`${id} ${response.key}`, response)),
  );
  const takenParameters = operations(contract).flatMap((operation) =>
    parameters(operation).map((parameter) => ({
      name: `${operation.id} ${parameter.at("name").value}`,
      value: parameter.at("example").value,
      schema: parameter.at("schema"),
    })),
  );
  function problems({ value, schema }: Omit<Example, "name">): object[] {
    const validate = compile(schema.value);
    return validate(value) ? [] : (validate.errors ?? []);
  }

  /** The rows about operations of this contract, each with the schema of the body or the parameter that it changes. */
  function given(rows: typeof invalid, bodies: Example[], status = "") {
    return casesOf(rows).flatMap((row) => {
      const { id, example, field, value } = row;
      const body = bodies.find(({ name }) => name === `${id}${status} ${example}`);
      const parameter = takenParameters.find(({ name }) => name === `${id} ${field}`);
      const found = example === "" ? parameter : body;
      if (!found) return [];
      tried.add(row.name);
      return [{ ...found, ...row, value: body ? changed(body.value, changeOf(row)) : value }];
    });
  }

  test.each(given(invalid, requests))("$name is rejected", ({ value, schema, example, field }) => {
    const found = problems({ value, schema });
    expect(found).not.toEqual([]);
    if (example !== "") expect(JSON.stringify(found)).toContain(field.split(".").at(-1));
  });

  test.each([...given(accepted, requests), ...given(acceptedResponses, responses, " 200")])(
    "$name is accepted",
    (one) => {
      expect(problems(one)).toEqual([]);
    },
  );
});

test("every row of the table is about a field or a parameter of a contract", () => {
  const names = casesOf([...invalid, ...accepted, ...acceptedResponses]).map(({ name }) => name);
  expect(names.filter((name) => !tried.has(name))).toEqual([]);
});

test("every frame of the example of a stream is an event", () => {
  const control = Cursor.root(JSON.parse(readFileSync("generated/sandbox-control.json", "utf8")));
  const isEvent = createCompile(control)(control.at("components", "schemas", "Event").value);
  const stream = control.at("components", "examples", "events.list.stream", "value").value;
  const frames = String(stream).split(/(?<=\n\n)/);
  const events = frames.map((frame) => {
    const [, id, type, data = ""] = /^id: (.+)\nevent: (.+)\ndata: (.+)\n\n$/.exec(frame) ?? [];
    const event = JSON.parse(data);
    return String(event.id) === id && event.type === type && isEvent(event);
  });
  expect(events).toEqual([true, true]);
});

function bodyExamples(name: string, body: Cursor): Example[] {
  return mediaTypes(body).flatMap((mediaType) =>
    mediaType
      .at("examples")
      .members()
      .map((example) => ({
        name: `${name} ${example.key}`,
        value: example.at("value").value,
        schema: mediaType.at("schema"),
      })),
  );
}
