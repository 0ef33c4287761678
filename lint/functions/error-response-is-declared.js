import { operations } from "../each-operation.js";

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
export function errorResponseIsDeclared(pathItem, _, { path: [, name] }) {
  return operations({ paths: { [`${name?.toString()}`]: pathItem } }).flatMap(
    ({ operation, path }) => {
      const { operationId, parameters, requestBody, security, responses } = operation;
      const takes = parameters?.length > 0 || pathItem.parameters?.length > 0 || requestBody;
      const isPublic = security?.length === 0;
      const needed = [
        { status: "400", when: takes, why: "what is sent may be invalid" },
        { status: "401", when: takes || !isPublic, why: "its caller may be unknown" },
      ];
      return needed
        .filter(({ status, when }) => when && !responses?.[status])
        .map(({ status, why }) => ({
          message: `${operationId} is not answered with ${status}, though ${why}: declare it.`,
          path: [...path, "responses"],
        }));
    },
  );
}
