import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { readVersion } from "../../../platform/package.ts";
import { KnownRefusal } from "../../request-errors.ts";
import { keysOf } from "../../runtime/api-keys.ts";
import { createCompany } from "../../services/companies.ts";
import type { OpenHandlers } from "../handler-types.ts";

/** The controls that take no token: whoever calls them has no company yet. */
export const openHandlers: OpenHandlers<Pick<operations, "health.get" | "companies.create">> = {
  async "health.get"() {
    return { data: { status: "ok", version: readVersion() } };
  },

  async "companies.create"({ data, surroundings }, { headers, body = {} }) {
    if (!surroundings.isControlToken(headers["x-control-token"])) {
      throw new KnownRefusal("ControlTokenRefused");
    }
    const { id } = await createCompany(data, surroundings, body);
    return { data: { companyId: id, ...keysOf(id, surroundings) } };
  },
};
