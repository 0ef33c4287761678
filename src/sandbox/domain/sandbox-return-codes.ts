/** A rule whose error response is missing from the description. */
interface BusinessRule {
  /** Lower than all documented codes, so that nobody mistakes it for one of the service's. */
  returnCode: number;
  /** What it says: in Portuguese as the service does, or in English if only the sandbox has what it is about. */
  message: string;
  /** Explains the rule in the documentation. */
  meaning: string;
  /** Advice for whoever gets the error, in the documentation. */
  whatToDo: string;
}

/** The sandbox's own return codes, always with status 400. The real service does not use them. */
export const businessRules = {
  CardNumberInvalid: {
    returnCode: -90101,
    message: "O número do cartão é inválido",
    meaning: "The check digit of the card number is wrong.",
    whatToDo: "Ask the buyer to check the number.",
  },
  CardExpired: {
    returnCode: -90102,
    message: "O cartão está vencido",
    meaning: "An expired card cannot be stored. A payment with an expired card is declined.",
    whatToDo: "Ask the buyer for another card.",
  },
  AmountTooLarge: {
    returnCode: -90201,
    message: "O valor excede o limite",
    meaning: "A boleto's barcode has ten digits for the amount. No payment can be larger.",
    whatToDo: "Charge less, or split the sale into several payments.",
  },
  InstallmentsRefused: {
    returnCode: -90202,
    message: "O número de parcelas não é permitido",
    meaning: "A payment can have up to 24 installments of at least one centavo each.",
    whatToDo: "Offer fewer installments.",
  },
  SplitsExceedAmount: {
    returnCode: -90203,
    message: "A soma das divisões excede o valor disponível",
    meaning: "The splits exceed the amount that remains after the fee.",
    whatToDo: "Lower the splits, and leave room for the fee.",
  },
  SubaccountNotApproved: {
    returnCode: -90204,
    message: "A subconta ainda não foi aprovada",
    meaning: "Only an approved subaccount can receive a split.",
    whatToDo: "Approve the subaccount with `subaccounts.setStatus`, or leave it out.",
  },
  ReceivedTooMuch: {
    returnCode: -90205,
    message: "O total recebido pela empresa excede o limite do sandbox",
    meaning:
      "A company can receive at most 4,503,599,627,370,495 centavos in total, so that balances stay exact. A reset restarts at zero.",
    whatToDo: "Reset the company, or create another one.",
  },
  RefundNotCard: {
    returnCode: -90301,
    message: "Somente pagamentos com cartão podem ser estornados",
    meaning: "Only card payments can be refunded.",
    whatToDo: "Return the money in another way. Do not retry.",
  },
  RefundNotSucceeded: {
    returnCode: -90302,
    message: "O pagamento não pode ser estornado nesta situação",
    meaning: "Only a payment with the status SUCCEEDED can be refunded, and only once.",
    whatToDo: "Read the payment. If it is `REFUNDED`, the refund is done.",
  },
  RefundReceived: {
    returnCode: -90303,
    message: "O pagamento já foi recebido em D+30",
    meaning: "The company has already received the payment at D+30.",
    whatToDo: "Return the money in another way. Do not retry.",
  },
  RefundAnticipated: {
    returnCode: -90304,
    message: "O pagamento foi antecipado",
    meaning: "An anticipated payment cannot be refunded.",
    whatToDo: "Return the money in another way. Do not retry.",
  },
  RefundBalanceUnavailable: {
    returnCode: -90305,
    message: "Não há saldo disponível para o estorno",
    meaning: "The balance does not cover the refund.",
    whatToDo: "Wait until enough has settled, or advance the clock. Then try again.",
  },
  SubscriptionStatusRefused: {
    returnCode: -90401,
    message: "A situação da assinatura não permite esta operação",
    meaning: "The subscription's status does not allow the operation.",
    whatToDo: "Read the subscription, and offer only what its status allows.",
  },
  DueDatePassed: {
    returnCode: -90402,
    message: "A data de vencimento já passou",
    meaning: "The due date of a new subscription must not be in the past.",
    whatToDo: "Use today's date or a later one, by the company's clock.",
  },
  StepRefused: {
    returnCode: -90501,
    message: "A mudança de situação não é permitida",
    meaning: "The current status cannot change to the requested status.",
    whatToDo: "Read the resource. Use a status that its current one can change to.",
  },
  ClockMovesForward: {
    returnCode: -90502,
    message: "The clock only moves forward",
    meaning: "The clock only moves forward.",
    whatToDo: "Use a later time. To go back, reset the company or restore a snapshot.",
  },
  ClockTooFar: {
    returnCode: -90503,
    message: "One request can advance the clock by at most 3,660 days",
    meaning:
      "One request can advance the clock by at most 3,660 days, and never past the year 8999.",
    whatToDo: "Advance the clock in several steps.",
  },
  DocumentTaken: {
    returnCode: -90601,
    message: "Já existe um cliente com este documento",
    meaning: "Another customer has this document. Payments identify their customer by it.",
    whatToDo: "Look for that customer in the list, and use it.",
  },
  DocumentInvalid: {
    returnCode: -90602,
    message: "O documento deve ser um CPF ou CNPJ",
    meaning:
      "A CPF has 11 digits, a CNPJ 14 digits or letters. The sandbox only warns about wrong check digits.",
    whatToDo: "Ask for the document again.",
  },
  AnticipationRefused: {
    returnCode: -90504,
    message: "Somente pagamentos com cartão a receber podem ser antecipados",
    meaning: "Only a card payment with an unsettled amount can be anticipated.",
    whatToDo: "Read the payment. Anticipate it only while an installment has not settled.",
  },
  BalanceTooLow: {
    returnCode: -90701,
    message: "Não há saldo disponível para o saque",
    meaning: "The available balance does not cover the withdrawal.",
    whatToDo: "Withdraw less, or wait until enough has settled.",
  },
} as const satisfies Record<string, BusinessRule>;

export type BusinessRuleName = keyof typeof businessRules;
