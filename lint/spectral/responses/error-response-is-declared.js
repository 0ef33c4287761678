import { operations } from "../../read-contract.js";

/**
 * Callers only handle declared responses. A request without input and without a token cannot fail.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.paths[*]",
  severity: "error",
  message: "{{error}}",
  then: { function: errorResponseIsDeclared },
};

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
function errorResponseIsDeclared(pathItem, _options, { path: [, name] }) {
  return operations({ paths: { [`${name?.toString()}`]: pathItem } }).flatMap(
    ({ operation, path }) => {
      const { operationId, parameters, requestBody, security, responses } = operation;
      const takesInput = parameters?.length > 0 || pathItem.parameters?.length > 0 || requestBody;
      const isPublic = security?.length === 0;
      const needed = [
        { status: "400", when: takesInput, why: "a request may be invalid" },
        { status: "401", when: takesInput || !isPublic, why: "its caller may be unknown" },
      ];
      return needed
        .filter(({ status, when }) => when && !responses?.[status])
        .map(({ status, why }) => ({
          message: `${operationId} has no response ${status}, although ${why}: declare it.`,
          path: [...path, "responses"],
        }));
    },
  );
}
