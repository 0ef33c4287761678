import {
  callbacks,
  mediaTypes,
  operations,
  parameters,
  responses,
} from "../../src/contract/operations.ts";
import { isObject } from "../../src/contract/place.ts";
import type { Rule } from "../rule.ts";

/** The docs show the named examples and the mock answers with them: a body without one is a blank. */
export const bodyHasExample: Rule = function* (contract) {
  const bodies = [
    ...[...operations(contract), ...callbacks(contract)].map(({ place }) =>
      place.at("requestBody"),
    ),
    ...operations(contract)
      .flatMap(responses)
      .map(({ place }) => place),
  ];
  for (const mediaType of bodies.flatMap(mediaTypes)) {
    if (mediaType.at("examples").members().length > 0) continue;
    yield {
      place: mediaType,
      message: "This body has no named example: add a realistic one under examples.",
    };
  }
};

/** A reader tries an operation with the parameters as shown, so each has to show a value. */
export const parameterHasExample: Rule = function* (contract) {
  for (const parameter of operations(contract).flatMap(parameters)) {
    const own = isObject(parameter.value) ? parameter.value : {};
    if ("example" in own || "examples" in own || parameter.at("schema", "examples").exists)
      continue;
    yield {
      place: parameter,
      message: `Parameter ${parameter.at("name").value} shows no value: add an example.`,
    };
  }
};

/** Examples are found by their names: by the operation or the callback that they show, or the error. */
export const exampleNamedForOperation: Rule = function* (contract) {
  const ids = operations(contract).map(({ id }) => id);
  const sent = callbacks(contract).map(({ name }) => name);
  const subjects = new Set([...ids, ...sent, "error"]);
  for (const example of contract.at("components", "examples").members()) {
    const { key } = example;
    if ([...subjects].some((subject) => key.startsWith(`${subject}.`))) continue;
    yield {
      place: example,
      message: `Example ${key} belongs to no operation: name it <operationId>.<case>, or error.<Name>.`,
    };
  }
};
