import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { readVersion } from "../../../contract/package-files.ts";
import { deriveKeys } from "../../auth/api-keys.ts";
import { DocumentedError } from "../../errors.ts";
import { createCompany } from "../../services/companies.ts";
import type { PublicHandlers } from "../handler-types.ts";

/** The control operations that need no token: their client has no company yet. */
export const publicHandlers: PublicHandlers<Pick<operations, "health.get" | "companies.create">> = {
  async "health.get"() {
    return { data: { status: "ok", version: readVersion() } };
  },

  async "companies.create"(shared, { headers, body = {} }) {
    if (!shared.secrets.isControlToken(headers["x-control-token"])) {
      throw new DocumentedError("ControlTokenRefused");
    }
    const { id } = await createCompany(shared, body);
    return { data: { companyId: id, ...deriveKeys(id, shared.secrets) } };
  },
};
