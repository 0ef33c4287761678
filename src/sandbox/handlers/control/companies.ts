import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { deriveKeys } from "../../auth/api-keys.ts";
import { DocumentedError } from "../../errors.ts";
import { createCompany } from "../../services/companies.ts";
import type { PublicHandlers } from "../handler-types.ts";

/** Creating a company needs no access token: its caller has no company yet. */
export const companies: PublicHandlers<Pick<operations, "companies.create">> = {
  async "companies.create"(context, { headers, body = {} }) {
    const { store, secrets } = context;
    if (!secrets.isOperatorKey(headers["x-operator-key"])) {
      throw new DocumentedError("OperatorKeyRefused");
    }
    const { id } = await store.sharedTransaction((data) => createCompany(data, context, body));
    return { data: { companyId: id, ...deriveKeys(id, secrets) } };
  },
};
