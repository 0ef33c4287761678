import type { Operations, ReturnCodes } from "../notation.ts";
import { notice } from "./conventions.ts";

export const returnCodes: ReturnCodes = {
  [-7508]: { message: "Cartão não encontrado", at: "cards.get" },
};

const tokenizedCard = {
  "id customerId": "uuid",
  holderName: "string",
  "first4Digits last4Digits": "4 digits",
  expirationMonth: "MM",
  expirationYear: "YYYY",
  cardBrand: "string",
  "isActive isVerified postalCodeCheck securityCodeCheck addressCheck": "boolean",
  "createdAt!": "timestamp",
  "cardNumber securityCode": "absent",
};

export const operations: Operations = {
  "cards.tokenize": {
    call: "POST /cards/tokenize",
    body: {
      "customerId!": "uuid",
      "holderName!": "string",
      "cardNumber!": "13 to 16 digits",
      "expirationMonth!": "MM",
      "expirationYear!": "YYYY",
      "securityCode!": "3 to 4 digits",
    },
    data: { ...tokenizedCard, createdAt: "absent" },
    message: "string",
  },
  "cards.get": { call: "GET /cards/{tokenizedCardId}", data: tokenizedCard },
  "cards.delete": { call: "DELETE /cards/{tokenizedCardId}", data: notice, message: "string" },
};
