// Generated from openapi/ by `npm run generate`. Do not edit.

/** The known return codes of the service, by name. The service may return others. */
export const returnCodes = {
  /** The account is not authorized to use the API. */
  NotAuthorized: -1001,
  /** No subscription has this id. */
  SubscriptionNotFound: -1000,
  /** The subaccount to delete does not exist. */
  SubaccountNotFoundOnDelete: -2800,
  /** The subaccount does not exist. */
  SubaccountNotFound: -7301,
  /** No customer has this id. */
  CustomerNotFound: -7400,
  /** The service could not list the customers. */
  CustomerListFailed: -7404,
  /** No tokenized card has this id. */
  CardNotFound: -7508,
  /** No payment has this id. */
  PaymentNotFound: -7708,
} as const;

/** The name of a known return code. */
export type ReturnCodeName = keyof typeof returnCodes;

/** The message of each known return code, in Portuguese. */
export const returnCodeMessages: Readonly<Record<ReturnCodeName, string>> = {
  NotAuthorized: "Conta não autorizada para utilizar as APIs",
  SubscriptionNotFound: "Assinatura não encontrada",
  SubaccountNotFoundOnDelete: "Subconta não encontrada",
  SubaccountNotFound: "Subconta não encontrada",
  CustomerNotFound: "Cliente não encontrado",
  CustomerListFailed: "Erro ao listar clientes",
  CardNotFound: "Cartão não encontrado",
  PaymentNotFound: "Pagamento não encontrado",
};
