import type { Fault, operations } from "../../../../generated/sandbox-control-types.ts";
import { routes } from "../../contract-facts/index.ts";
import { ValidationError } from "../../errors.ts";
import type { Handlers } from "../../requests/handler-types.ts";

/** Faults belong to a company, and only the access token identifies the company of a request. */
const faultableOperations = new Set(
  routes.service.filter(({ isPublic }) => !isPublic).map(({ id }) => id),
);

export const faults: Handlers<Pick<operations, "faults.get" | "faults.set">> = {
  async "faults.get"({ company }) {
    return { data: { faults: company.faults } };
  },

  async "faults.set"({ company }, { body }) {
    assertKnownOperations(body.faults);
    company.faults = body.faults;
    return { data: body };
  },
};

function assertKnownOperations(requested: readonly Fault[]): void {
  const problems = requested.flatMap(({ operationId }, index) =>
    operationId === undefined || faultableOperations.has(operationId)
      ? []
      : [`faults.${index}.operationId must be an operation of the service that needs a token`],
  );
  if (problems.length > 0) throw new ValidationError(problems);
}
