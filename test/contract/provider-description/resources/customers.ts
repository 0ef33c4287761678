import type { Operations, ReturnCodes } from "../notation.ts";
import { meta, notice, paged } from "./conventions.ts";

export const returnCodes: ReturnCodes = {
  [-7400]: { message: "Cliente não encontrado", at: "customers.get" },
  [-7404]: { message: "Erro ao listar clientes", at: "customers.list" },
};

const customerAddress = {
  "zipcode streetNumber": "integer",
  "street complement reference neighborhood city state": "string",
};

const customer = {
  id: "uuid",
  "firstName lastName email phoneNumber document": "string",
  birthdate: "date",
  "address?": { statusId: "some of APPROVED", ...customerAddress },
  statusId: "some of APPROVED",
  createdAt: "timestamp",
};

export const operations: Operations = {
  "customers.list": { call: "GET /customers", query: paged, data: [customer], meta },
  "customers.get": { call: "GET /customers/{customerId}", data: customer },
  "customers.update": {
    call: "PUT /customers/{customerId}",
    body: {
      "firstName? lastName? email? phoneNumber? document?": "string",
      "birthdate?": "date",
      "address?": customerAddress,
    },
    data: customer,
    message: "string",
  },
  "customers.delete": { call: "DELETE /customers/{customerId}", data: notice, message: "string" },
};
