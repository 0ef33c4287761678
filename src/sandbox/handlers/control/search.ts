import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { redactShown } from "../../../text/redact-by-search.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import { search as find } from "../../services/search.ts";

export const search: Handlers<Pick<operations, "search.find">> = {
  // A name or a path may have a card number or a key in it.
  async "search.find"(context, { query: { q, limit = 0 } }) {
    return { data: redactShown(await find(context, q, limit)) };
  },
};
