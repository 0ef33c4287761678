import { entriesOf, operations } from "../each-operation.js";

const OPERATION_ID = /^\w+\.\w+$/;
const SENTENCE = /^[A-Z0-9`"-].*[.!?]$/s;
const CREATION = null;

/**
 * With `assumed`, what no operation triggers is an assumption and has to say so.
 * @type {import("@stoplight/spectral-core").RulesetFunction<any, { assumed: boolean }>}
 */
export function transitionsFitTheContract(schema, { assumed }, { document, path }) {
  const contract = /** @type {import("../each-operation.js").JsonObject} */ (document.data);
  const ids = operations(contract).map(({ operation }) => operation.operationId);
  const methods = contract.components.schemas.PaymentMethod?.enum ?? [];
  const statuses = schema.enum ?? [];

  /** @param {any} transition */
  function faultsOf(transition) {
    const { from, to, trigger, paymentMethods = [] } = Object(transition);
    const states = [from, to].flat().filter((state) => state !== CREATION);
    return [
      ...unknown(states, statuses),
      ...unknown(paymentMethods, methods),
      ...faultsOfTrigger(trigger, "x-inferred" in Object(transition)),
    ];
  }

  /**
   * @param {unknown} trigger
   * @param {boolean} isMarked
   */
  function faultsOfTrigger(trigger, isMarked) {
    const text = String(trigger);
    if (OPERATION_ID.test(text)) {
      return ids.includes(text)
        ? []
        : [`No operation is called ${text}: name one, or say what happens.`];
    }
    if (!SENTENCE.test(text)) {
      return ["A trigger is an operation id, or what happens in a full sentence."];
    }
    if (!assumed || isMarked) return [];
    return ["No operation triggers this transition, so it is assumed: add x-inferred."];
  }

  return entriesOf(schema["x-transitions"]).flatMap(([index, transition]) =>
    faultsOf(transition).map((message) => ({
      message,
      path: [...path, "x-transitions", Number(index)],
    })),
  );
}

/**
 * @param {string[]} named
 * @param {string[]} known
 */
function unknown(named, known) {
  return named
    .filter((value) => !known.includes(value))
    .map((value) => `${value} is none of ${known.join(", ")}: correct one of them.`);
}
