/** What the description states once, for more than one resource. */
import type { Fields } from "../notation.ts";

export const meta = { "total! page! limit! totalPages!": "integer" };
export const notice = { "message!": "string" };
export const paged = { page: "page number", limit: "page size" };
export const pagedByDefault = { page: "page number = 1", limit: "page size = 10" };
export const forSubaccount = { "x-subaccount-id?": "uuid" };

export const errorData: Fields = {
  "message?": "string | array of string",
  "returnCode?": "return code",
  "error?": "string",
  "statusCode?": "int32",
};
