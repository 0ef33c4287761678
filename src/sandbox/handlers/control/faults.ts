import type { Fault, operations } from "../../../../generated/sandbox-control-types.ts";
import { ValidationError } from "../../errors.ts";
import { routes } from "../../openapi/index.ts";
import type { Handlers } from "../handler-types.ts";

/** Whose call it is that takes no token is not known before it is answered. */
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

function assertKnownOperations(asked: readonly Fault[]): void {
  const problems = asked.flatMap(({ operationId }, index) =>
    operationId === undefined || faultableOperations.has(operationId)
      ? []
      : [`faults.${index}.operationId is no operation of the service that takes a token`],
  );
  if (problems.length > 0) throw new ValidationError(problems);
}
