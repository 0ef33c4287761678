import { listSaysItsOrder } from "../functions/list-says-its-order.js";

/**
 * Who walks through pages has to know what a new item does to them, or that nobody knows.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation",
  severity: "error",
  message: "{{error}}",
  then: { function: listSaysItsOrder },
};
