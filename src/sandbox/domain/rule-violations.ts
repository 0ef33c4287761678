/** A rule of which the description does not show how the service answers when it is broken. */
interface BusinessRule {
  /** Below all codes that are described, so that nobody takes it for one of the service's. */
  returnCode: number;
  message: string;
  /** For the docs: what is refused. */
  meaning: string;
}

/** The sandbox's own return codes. They come with status 400, and the real service gives none of them. */
export const businessRules = {
  CardNumberInvalid: {
    returnCode: -90101,
    message: "O número do cartão é inválido",
    meaning: "The check digit of the card number is wrong.",
  },
  CardExpired: {
    returnCode: -90102,
    message: "O cartão está vencido",
    meaning: "A card that has expired is not stored. As the card of a payment it is declined.",
  },
  AmountTooLarge: {
    returnCode: -90201,
    message: "O valor excede o limite",
    meaning: "A billet's barcode has ten digits for the amount; no payment can be larger.",
  },
  InstallmentsRefused: {
    returnCode: -90202,
    message: "O número de parcelas não é permitido",
    meaning: "There can be 24 instalments, of at least one centavo each.",
  },
  SplitsExceedAmount: {
    returnCode: -90203,
    message: "A soma das divisões excede o valor disponível",
    meaning: "The splits come to more than what is left of the amount after the fee.",
  },
  SubaccountNotApproved: {
    returnCode: -90204,
    message: "A subconta ainda não foi aprovada",
    meaning: "Only an approved subaccount takes part in splits.",
  },
  ReceivedTooMuch: {
    returnCode: -90205,
    message: "O total recebido pela empresa excede o limite do sandbox",
    meaning:
      "A company receives 4,503,599,627,370,495 centavos in all at most, so that its balances stay exact; a reset lets it begin again.",
  },
  RefundNotCard: {
    returnCode: -90301,
    message: "Somente pagamentos com cartão podem ser estornados",
    meaning: "Only card payments can be refunded.",
  },
  RefundNotSucceeded: {
    returnCode: -90302,
    message: "O pagamento não pode ser estornado nesta situação",
    meaning: "Only a payment that is SUCCEEDED can be refunded, and only once.",
  },
  RefundReceived: {
    returnCode: -90303,
    message: "O pagamento já foi recebido em D+30",
    meaning: "The payment has been received at D+30.",
  },
  RefundAnticipated: {
    returnCode: -90304,
    message: "O pagamento foi antecipado",
    meaning: "The payment was anticipated.",
  },
  RefundBalanceUnavailable: {
    returnCode: -90305,
    message: "Não há saldo disponível para o estorno",
    meaning: "The balance does not cover what is to be given back.",
  },
  SubscriptionStatusRefused: {
    returnCode: -90401,
    message: "A situação da assinatura não permite esta operação",
    meaning: "The subscription's status does not allow it.",
  },
  DueDatePassed: {
    returnCode: -90402,
    message: "A data de vencimento já passou",
    meaning: "A subscription begins today or later.",
  },
  StepRefused: {
    returnCode: -90501,
    message: "A mudança de situação não é permitida",
    meaning: "The status that is asked for cannot follow the one that there is.",
  },
  ClockMovesForward: {
    returnCode: -90502,
    message: "O relógio só anda para a frente",
    meaning: "The clock moves forward only.",
  },
  ClockTooFar: {
    returnCode: -90503,
    message: "O relógio avança no máximo 3660 dias de uma vez",
    meaning: "The clock moves 3,660 days at once at most, and never past the year 8999.",
  },
  DocumentTaken: {
    returnCode: -90601,
    message: "Já existe um cliente com este documento",
    meaning: "Another customer has this document, and by it a payment finds its customer.",
  },
  DocumentInvalid: {
    returnCode: -90602,
    message: "O documento deve ser um CPF ou CNPJ",
    meaning:
      "A CPF has 11 digits, a CNPJ 14 digits or letters. Their check digits are not checked.",
  },
  AnticipationRefused: {
    returnCode: -90504,
    message: "Somente pagamentos com cartão a receber podem ser antecipados",
    meaning: "Only a card payment of which something is still to settle can be anticipated.",
  },
  BalanceTooLow: {
    returnCode: -90701,
    message: "Não há saldo disponível para o saque",
    meaning: "The available balance does not cover the withdrawal.",
  },
} as const satisfies Record<string, BusinessRule>;

export type BusinessRuleName = keyof typeof businessRules;
