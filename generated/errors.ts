// Generated from openapi/ by `npm run generate`. Do not edit.

/** The return codes that the service is known to give; others exist. */
export const returnCodes = {
  /** The account may not use the interface. */
  NotAuthorized: { code: -1001, message: "Conta não autorizada para utilizar as APIs" },
  /** No subscription has this id. */
  SubscriptionNotFound: { code: -1000, message: "Assinatura não encontrada" },
  /** No subaccount has the id that was to be deleted. */
  SubaccountNotFoundOnDelete: { code: -2800, message: "Subconta não encontrada" },
  /** No subaccount has the id that was to be read. */
  SubaccountNotFound: { code: -7301, message: "Subconta não encontrada" },
  /** No customer has this id. */
  CustomerNotFound: { code: -7400, message: "Cliente não encontrado" },
  /** The customers could not be listed. */
  CustomerListFailed: { code: -7404, message: "Erro ao listar clientes" },
  /** No tokenised card has this id. */
  CardNotFound: { code: -7508, message: "Cartão não encontrado" },
  /** No payment has this id. */
  PaymentNotFound: { code: -7708, message: "Pagamento não encontrado" },
} as const;

/** The name of a known return code. */
export type ReturnCodeName = keyof typeof returnCodes;
