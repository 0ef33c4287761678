import type { Operations, ReturnCodes } from "../notation.ts";
import { meta, paged } from "./conventions.ts";

export const returnCodes: ReturnCodes = {
  [-2800]: { message: "Subconta não encontrada", at: "subaccounts.delete", status: "400" },
  [-7301]: { message: "Subconta não encontrada", at: "subaccounts.get" },
};

const subaccountParts = {
  name: "string",
  juridicDataPartner: {
    "name lastName cpf email contactPhone jobOccupation fullnameMom": "string",
    birthdate: "date",
    monthRevenue: "integer",
  },
  addresses: [
    {
      addressType: "some of RESPONSIBLE COMMERCIAL",
      "zipcode streetNumber": "integer",
      "street neighborhood city state complement reference": "string",
    },
  ],
} as const;

const juridicLegalData = {
  "cnpj contactPhone fantasyName socialReason searchingServices socialMedia": "string",
  avgAnualBilling: "number",
};

const accountBank = {
  "holderName bankCode document": "string",
  accountType: "one of CHECKING SAVINGS",
  "accountNumber routingNumber": "with check digit",
};

const pf = { ...subaccountParts, accountBank, juridicLegalData: "absent" } as const;
const pj = { ...subaccountParts, accountBank, juridicLegalData };
const created = {
  "id!": "uuid",
  status: "one of PENDING",
  "accountBank!": accountBank,
  "createdAt companyType": "absent",
};

const subaccount = {
  "id!": "uuid",
  "createdAt!": "timestamp",
  ...subaccountParts,
  status: "some of PENDING",
  "companyType!": "one of PF PJ",
  "companyType=PF": { juridicLegalData: "absent" },
  "companyType=PJ": { "juridicLegalData!": juridicLegalData },
  accountBank: "absent",
} as const;

export const operations: Operations = {
  "subaccounts.createPf": {
    call: "POST /subaccounts/pf",
    body: pf,
    data: { ...pf, ...created },
    message: "string",
  },
  "subaccounts.createPj": {
    call: "POST /subaccounts/pj",
    body: pj,
    data: { ...pj, ...created, "juridicLegalData!": juridicLegalData },
    message: "string",
  },
  "subaccounts.list": {
    call: "GET /subaccounts",
    query: paged,
    unnamed: { companyType: "one of PF PJ", document: "string" },
    data: [{ ...subaccount, id: "absent" }],
    meta,
  },
  "subaccounts.get": { call: "GET /subaccounts/{subaccountId}", data: subaccount },
  "subaccounts.delete": {
    call: "DELETE /subaccounts/{subaccountId}",
    data: { "sellerUnicId!": "uuid" },
    message: "string",
  },
};
