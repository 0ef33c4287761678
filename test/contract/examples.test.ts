import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Cursor, isObject } from "../../src/contract/cursor.ts";
import { callbacks, mediaTypes, operations, parameters } from "../../src/contract/operations.ts";
import { schemas } from "../../src/contract/reachable-schemas.ts";
import { createCompile } from "../compile-schema.ts";
import { changed } from "./edit-fields.ts";
import * as control from "./valid-and-invalid-control-requests.ts";
import type { Arguments, Bodies } from "./valid-and-invalid-requests.ts";
import * as service from "./valid-and-invalid-requests.ts";

type Example = { name: string; value: unknown; schema: Cursor };

const contracts = [
  { file: "generated/openapi.json", sent: service },
  { file: "generated/sandbox-control.json", sent: control },
];

describe.each(contracts)("$file:", ({ file, sent }) => {
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
  const values = schemas(contract).flatMap((schema) =>
    schema
      .at("examples")
      .members()
      .map(({ value, path }) => ({ name: path.join("/"), value, schema })),
  );

  function problems({ value, schema }: Omit<Example, "name">): object[] {
    const validate = compile(schema.value);
    return validate(value) ? [] : (validate.errors ?? []);
  }

  describe.each([
    { kind: "request", examples: requests },
    { kind: "response", examples: responses },
    { kind: "parameter", examples: takenParameters },
    { kind: "value", examples: values },
  ])("an example of a $kind fits its schema:", ({ examples }) => {
    test.each(examples)("$name", (example) => {
      expect(problems(example), "the example does not fit its schema").toEqual([]);
    });
  });

  test("every example file is used", () => {
    const shown = new Set([...requests, ...responses].map(({ value }) => value));
    const files = contract.at("components", "examples").members();
    const unused = files.filter((file) => !shown.has(file.at("value").value));
    expect(
      unused.map(({ key }) => key),
      "no operation refers to the example",
    ).toEqual([]);
  });

  describe("a body is rejected that has", () => {
    test.each(changedBodies(sent.invalidBodies))("$name", ({ value, schema, field }) => {
      expect(JSON.stringify(problems({ value, schema }))).toContain(field);
    });
  });

  describe("a body is accepted that has", () => {
    test.each(changedBodies(sent.acceptedBodies))("$name", (body) => {
      expect(problems(body)).toEqual([]);
    });
  });

  describe("a response is accepted that has", () => {
    test.each(changedBodies(sent.acceptedResponses, responses, " 200"))("$name", (body) => {
      expect(problems(body)).toEqual([]);
    });
  });

  describe("a parameter is rejected:", () => {
    test.each(givenArguments(sent.invalidArguments))("$name", (argument) => {
      expect(problems(argument)).not.toEqual([]);
    });
  });

  describe("a parameter is accepted:", () => {
    test.each(givenArguments(sent.acceptedArguments))("$name", (argument) => {
      expect(problems(argument)).toEqual([]);
    });
  });

  function changedBodies(table: Bodies, examples = requests, status = "") {
    return Object.entries(table).flatMap(([id, bodies]) =>
      Object.entries(bodies).map(([what, { example, change }]) => {
        const { value, schema } = named(examples, `${id}${status} ${example}`);
        const field = changedField(change);
        return { name: `${what} (${id})`, value: changed(value, change), schema, field };
      }),
    );
  }

  function givenArguments(table: Arguments): Example[] {
    return Object.entries(table).flatMap(([id, given]) =>
      given.map(([parameter, value]) => {
        const { schema } = named(takenParameters, `${id} ${parameter}`);
        return { name: `${id} with ${parameter} ${value}`, value, schema };
      }),
    );
  }
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

function named(examples: Example[], name: string): Example {
  const example = examples.find((candidate) => candidate.name === name);
  if (!example) throw new Error(`The contract has no example "${name}".`);
  return example;
}

function changedField(change: object): string {
  const [[key, part] = ["", undefined]] = Object.entries(change);
  return isObject(part) ? changedField(part) : key;
}
