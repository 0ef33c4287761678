import { operations } from "../../src/contract/operations.ts";
import { isString, type Place } from "../../src/contract/place.ts";
import { schemas } from "../../src/contract/schemas.ts";
import { type Finding, isControl, type Rule } from "../rule.ts";
import { isSentence } from "./prose.ts";

const LOOKS_LIKE_OPERATION = /^\w+\.\w+$/;
const CREATION = null;

/**
 * Docs draw the state machines, the sandbox obeys them and tests walk them: a status or trigger that
 * exists nowhere else would be a state that nothing reaches.
 */
export const transitionsFitTheContract: Rule = function* (contract) {
  const ids = operations(contract).map(({ id }) => id);
  const mayAssume = !isControl(contract);
  const methods = values(contract.at("components", "schemas", "PaymentMethod", "enum"));
  for (const schema of schemas(contract)) {
    const statuses = values(schema.at("enum"));
    for (const transition of schema.at("x-transitions").members()) {
      yield* unknownIn(statuses, [...sources(transition), transition.at("to")]);
      yield* unknownIn(methods, transition.at("paymentMethods").members());
      yield* unknownTrigger(transition, ids, mayAssume);
    }
  }
};

function values(list: Place): unknown[] {
  return list.members().map(({ value }) => value);
}

function sources(transition: Place): Place[] {
  const from = transition.at("from");
  const all = Array.isArray(from.value) ? from.members() : [from];
  return all.filter(({ value }) => value !== CREATION);
}

function* unknownIn(known: unknown[], named: Place[]): Generator<Finding> {
  for (const place of named.filter(({ value }) => !known.includes(value))) {
    yield { place, message: `${place.value} is none of ${known.join(", ")}: correct one of them.` };
  }
}

function* unknownTrigger(transition: Place, ids: string[], mayAssume: boolean): Generator<Finding> {
  const place = transition.at("trigger");
  const trigger = place.value;
  if (isString(trigger) && LOOKS_LIKE_OPERATION.test(trigger)) {
    if (!ids.includes(trigger)) {
      yield { place, message: `No operation is called ${trigger}: name one, or say what happens.` };
    }
  } else if (!isSentence(trigger)) {
    yield { place, message: "A trigger is an operation id, or what happens in a full sentence." };
  } else if (mayAssume && !transition.at("x-inferred").exists) {
    yield {
      place,
      message: "No operation triggers this transition, so it is assumed: add x-inferred.",
    };
  }
}
