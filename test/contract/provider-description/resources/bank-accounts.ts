import type { Operations } from "../notation.ts";
import { forSubaccount, meta, pagedByDefault } from "./conventions.ts";

/** As a list shows it. No field is stated to be always there. */
const bankAccount = {
  id: "integer",
  "holderName bankCode document": "string",
  "routingNumber accountNumber": "~with check digit",
  accountType: "one of SAVINGS CHECKING",
  status: "some of APPROVED",
  createdAt: "timestamp",
};

/** The description shows the whole response to creating one. */
const newBankAccount = {
  ...bankAccount,
  "holderName! bankCode! document!": "string",
  "routingNumber! accountNumber!": "~with check digit",
  "accountType!": "one of SAVINGS CHECKING",
  "status!": "some of APPROVED",
  "id createdAt": "absent",
};

export const operations: Operations = {
  "bankAccounts.create": {
    call: "POST /bank_accounts",
    header: forSubaccount,
    body: {
      "holderName! bankCode! document!": "string",
      "routingNumber! accountNumber!": "with check digit",
      "accountType!": "one of SAVINGS CHECKING",
    },
    data: newBankAccount,
    message: "string",
  },
  "bankAccounts.list": {
    call: "GET /bank_accounts",
    header: forSubaccount,
    query: pagedByDefault,
    data: [bankAccount],
    meta,
  },
};
