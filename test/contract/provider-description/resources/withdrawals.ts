import type { Operations } from "../notation.ts";
import { forSubaccount, pagedByDefault } from "./conventions.ts";

const withdrawal = {
  id: "uuid",
  "amount liquidAmount": "integer",
  status: "some of PENDING",
  withdrawalPaymentType: "some of PIX",
  postbackUrl: "~url",
  // The description shows only PIX withdrawals.
  "pixKeyType?": "some of CPF",
  "pixKey?": "string",
  "createdAt updatedAt": "timestamp",
};

export const operations: Operations = {
  "withdrawals.list": {
    call: "GET /withdrawals",
    header: forSubaccount,
    query: pagedByDefault,
    data: [withdrawal],
    meta: { "total!": "integer", "page limit totalPages": "absent" },
    message: "string",
  },
  "withdrawals.get": {
    call: "GET /withdrawals/{withdrawalId}",
    header: forSubaccount,
    data: withdrawal,
    message: "string",
  },
};
