import { entriesOf, operations } from "../../read-contract.js";

const OPERATION_ID = /^\w+\.\w+$/;
const SENTENCE = /^[A-Z0-9`"-].*[.!?]$/s;
const CREATION = null;

/**
 * The docs draw the state machines, the sandbox enforces them, and tests run through them. An unknown
 * status or trigger would be a state that nothing can reach.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.components.schemas[?(@ && @['x-transitions'])]",
  resolved: false,
  severity: "error",
  message: "{{error}}",
  then: { function: transitionsFitTheContract, functionOptions: { assumed: true } },
};

/**
 * With `assumed`, a transition that no operation triggers is an assumption and must be marked as one.
 * @type {import("@stoplight/spectral-core").RulesetFunction<any, { assumed: boolean }>}
 */
function transitionsFitTheContract(schema, { assumed }, { document, path }) {
  const contract = /** @type {import("../../read-contract.js").JsonObject} */ (document.data);
  const ids = operations(contract).map(({ operation }) => operation.operationId);
  const methods = contract.components.schemas.PaymentMethod?.enum ?? [];
  const statuses = schema.enum ?? [];

  /** @param {any} transition */
  function problemsOf(transition) {
    const { from, to, trigger, paymentMethods = [] } = Object(transition);
    const states = [from, to].flat().filter((state) => state !== CREATION);
    return [
      ...unknown(states, statuses),
      ...unknown(paymentMethods, methods),
      ...problemsOfTrigger(String(trigger), ids, assumed && !("x-inferred" in Object(transition))),
    ];
  }

  return entriesOf(schema["x-transitions"]).flatMap(([index, transition]) =>
    problemsOf(transition).map((message) => ({
      message,
      path: [...path, "x-transitions", Number(index)],
    })),
  );
}

/**
 * @param {string} trigger
 * @param {string[]} ids
 * @param {boolean} isUnmarked
 */
function problemsOfTrigger(trigger, ids, isUnmarked) {
  if (OPERATION_ID.test(trigger)) {
    return ids.includes(trigger)
      ? []
      : [`There is no operation ${trigger}: use an operation id, or a full sentence.`];
  }
  if (!SENTENCE.test(trigger)) {
    return ["A trigger must be an operation id, or a full sentence that says what happens."];
  }
  if (!isUnmarked) return [];
  return ["No operation triggers this transition, so it is assumed: add x-inferred."];
}

/**
 * @param {string[]} values
 * @param {string[]} known
 */
function unknown(values, known) {
  return values
    .filter((value) => !known.includes(value))
    .map((value) => `${value} is unknown: use one of ${known.join(", ")}, or add it there.`);
}
