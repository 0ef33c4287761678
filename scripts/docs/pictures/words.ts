/** The words of the pictures in English. What comes from the contract stays as it is. */
const en = {
  locale: "en-US",
  buyer: "Buyer",
  shop: "Your shop",
  service: "The service",
  postback: "Postback",
  deliver: "Deliver the order",
  assumedStatuses: (statuses: string) => `Assumed by the contract: ${statuses}.`,
  unpaid: (limit: string, status: string) => `Unpaid at ${limit}: ${status}`,
  pix: {
    title: "A PIX payment, call by call",
    description:
      "Your shop creates the payment and shows the QR code. The buyer pays in the bank's app. The service sends a postback. Your shop reads the payment and delivers the order.",
    show: "Show the QR code",
    pay: "Pay in the app of a bank",
  },
  billet: {
    title: "A billet payment, call by call",
    description:
      "Your shop creates the payment and shows the billet. The buyer pays it at a bank, at the latest at the payment limit. The service sends a postback. Your shop reads the payment and delivers the order.",
    show: "Show the billet",
    pay: "Pay at a bank, perhaps days later",
  },
  cardToRefund: {
    title: "From the first token to a refund",
    description:
      "The calls of a new account, in their order, and what each response brings for the next calls. The client makes the first call automatically.",
    server: "Your server",
    brings: {
      token: "access_token",
      payment: "the payment; its buyer is a customer (assumed)",
      customer: "the customer's id",
      card: "the id of the stored card",
      cardPayment: "the payment by the stored card",
      readPayment: "the payment",
      refund: "the payment",
    },
  },
  retries: {
    title: "The attempts to deliver a postback",
    description:
      "The sandbox sends a postback until your server answers with 2xx. It waits longer after each failed attempt, and gives up after the last.",
    attempt: (number: number) => `Attempt ${number}`,
    wait: (time: string) => `wait ${time}`,
    sinceFirst: "Since the first",
    atOnce: "at once",
    delivered: "Any 2xx",
    deliveredMeans: "the postback is delivered, and no attempt follows",
    otherwise: (seconds: number) => `Anything else, or nothing within ${seconds} s`,
    otherwiseMeans: "the attempt failed",
    gaveUp: "the sandbox gives up",
    note: "These are the delays of the sandbox. Those of the service are not known.",
  },
  money: {
    title: "The way of the money of a payment with splits",
    description:
      "The buyer pays. The service keeps its fee, each subaccount gets its split, and your company gets the rest. A refund takes everything back, also the fee.",
    buyerPays: "The buyer pays",
    fee: "Fee of the service",
    feeTerms: (percentage: string, fixed: string) => `${percentage} + ${fixed}`,
    subaccount: (letter: string) => `Subaccount ${letter}`,
    split: (percentage: string) => `split of ${percentage}`,
    company: "Your company",
    companyTerms: "the rest; it alone pays the fee",
    refund: "takes everything back:",
    buyerGets: "The buyer gets back",
  },
  settlement: {
    title: "When the money of a payment becomes available",
    description: (days: number) =>
      `A PIX is available on the day on which it is paid, a billet on the next business day, and each instalment of a card payment ${days} days after the one before.`,
    paidOn: (day: string) => `Paid on ${day}`,
    pix: "PIX",
    pixWhen: "on the same day",
    billet: "Billet",
    billetWhen: "on the next business day",
    card: (installments: number) =>
      installments === 1 ? "Card, in full" : `Card, ${installments} instalments`,
    cardWhen: (days: string) => `after ${days} days`,
    note: "Weekends and bank holidays are not business days. Instalments do not wait for one.",
  },
  subscription: {
    title: "The cycles of a subscription, and its retries",
    description: (days: number) =>
      `A frequency of ${days} days is not a month: a month can have no charge, and another two. A declined charge is retried once a day within the tolerance period. Retries do not move the next cycle.`,
    cycles: (days: number) => `A charge every ${days} days`,
    everyDays: (days: number) => `${days} days`,
    none: (month: string) => `No charge in ${month}`,
    twice: (month: string) => `two in ${month}`,
    retries: (days: number) => `Retries, with a tolerance of ${days} days`,
    paid: "charged",
    declined: "declined",
    recovered: "A retry succeeds",
    givenUp: "Every retry is declined: the cycle is given up",
    next: (day: string) => `Next charge in both cases: ${day}`,
    note: "These rules are assumptions of the sandbox. A charge sends no postback.",
  },
  states: {
    payment: {
      title: "The statuses of a payment",
      description: "Which status follows which, and why, for each payment method.",
    },
    subscription: {
      title: "The statuses of a subscription",
      description: "Which status follows which, and why.",
    },
    stated: "stated by the service",
    assumed: "assumed",
    any: "any status",
    methods: { card: "Card", pix: "PIX", billet: "Billet" },
  },
  choice: {
    title: "Mock or sandbox?",
    description:
      "If your calls depend on one another, take the sandbox. If you need one certain answer to one call, take the mock.",
    question: "Do your calls depend on one another?",
    example: "for example: create, pay, read, refund",
    no: "No",
    yes: "Yes",
    mock: "Mock",
    mockDoes: [
      "answers with the examples of the contract",
      "keeps nothing",
      "answers with any error that you ask for",
      "sends no postbacks",
    ],
    sandbox: "Sandbox",
    sandboxDoes: [
      "keeps what you create",
      "pays, splits, settles and refunds",
      "sends postbacks and retries them",
      "has a clock that you advance",
    ],
    both: "Both check each request against the contract. No money moves in either.",
  },
};

/** The words of the pictures in a language. A missing translation does not compile. */
export type Words = typeof en;

const ptBR: Words = {
  locale: "pt-BR",
  buyer: "Comprador",
  shop: "Sua loja",
  service: "O serviço",
  postback: "Postback",
  deliver: "Entregar o pedido",
  assumedStatuses: (statuses) => `Suposição do contrato: ${statuses}.`,
  unpaid: (limit, status) => `Não pago até ${limit}: ${status}`,
  pix: {
    title: "Um pagamento por PIX, chamada por chamada",
    description:
      "Sua loja cria o pagamento e mostra o QR code. O comprador paga no app do banco. O serviço envia um postback. Sua loja consulta o pagamento e entrega o pedido.",
    show: "Mostrar o QR code",
    pay: "Pagar no app do banco",
  },
  billet: {
    title: "Um pagamento por boleto, chamada por chamada",
    description:
      "Sua loja cria o pagamento e mostra o boleto. O comprador paga em um banco, no máximo até a data limite. O serviço envia um postback. Sua loja consulta o pagamento e entrega o pedido.",
    show: "Mostrar o boleto",
    pay: "Pagar no banco, às vezes dias depois",
  },
  cardToRefund: {
    title: "Do primeiro token ao estorno",
    description:
      "As chamadas de uma conta nova, em ordem, e o que cada resposta traz para as próximas. O cliente faz a primeira chamada automaticamente.",
    server: "Seu servidor",
    brings: {
      token: "access_token",
      payment: "o pagamento; o comprador vira cliente (suposto)",
      customer: "o id do cliente",
      card: "o id do cartão salvo",
      cardPayment: "o pagamento com o cartão salvo",
      readPayment: "o pagamento",
      refund: "o pagamento",
    },
  },
  retries: {
    title: "As tentativas de entrega de um postback",
    description:
      "O sandbox envia o postback até seu servidor responder com 2xx. A espera aumenta a cada falha, e depois da última tentativa ele desiste.",
    attempt: (number) => `Tentativa ${number}`,
    wait: (time) => `espera ${time}`,
    sinceFirst: "Desde a primeira",
    atOnce: "na hora",
    delivered: "Qualquer 2xx",
    deliveredMeans: "o postback foi entregue, sem novas tentativas",
    otherwise: (seconds) => `Outra resposta, ou nenhuma em ${seconds} s`,
    otherwiseMeans: "a tentativa falhou",
    gaveUp: "o sandbox desiste",
    note: "Estes são os intervalos do sandbox. Os do serviço não são conhecidos.",
  },
  money: {
    title: "O caminho do dinheiro em um pagamento com split",
    description:
      "O comprador paga. O serviço fica com a taxa, cada subconta recebe sua parte e sua empresa recebe o resto. O estorno desfaz tudo, inclusive a taxa.",
    buyerPays: "O comprador paga",
    fee: "Taxa do serviço",
    feeTerms: (percentage, fixed) => `${percentage} + ${fixed}`,
    subaccount: (letter) => `Subconta ${letter}`,
    split: (percentage) => `split de ${percentage}`,
    company: "Sua empresa",
    companyTerms: "o resto; só ela paga a taxa",
    refund: "desfaz tudo:",
    buyerGets: "O comprador recebe de volta",
  },
  settlement: {
    title: "Quando o dinheiro de um pagamento fica disponível",
    description: (days) =>
      `Um PIX fica disponível no dia em que é pago, um boleto no próximo dia útil, e cada parcela do cartão ${days} dias depois da anterior.`,
    paidOn: (day) => `Pago em ${day}`,
    pix: "PIX",
    pixWhen: "no mesmo dia",
    billet: "Boleto",
    billetWhen: "no próximo dia útil",
    card: (installments) =>
      installments === 1 ? "Cartão, à vista" : `Cartão, ${installments} parcelas`,
    cardWhen: (days) => `após ${days} dias`,
    note: "Fins de semana e feriados bancários não são dias úteis. As parcelas não esperam um dia útil.",
  },
  subscription: {
    title: "Os ciclos de uma assinatura e suas novas tentativas",
    description: (days) =>
      `Uma frequency de ${days} dias não é um mês: um mês pode ficar sem cobrança, e outro ter duas. Uma cobrança recusada é repetida uma vez por dia dentro da tolerância. As novas tentativas não mudam a data do próximo ciclo.`,
    cycles: (days) => `Uma cobrança a cada ${days} dias`,
    everyDays: (days) => `${days} dias`,
    none: (month) => `Nenhuma cobrança em ${month}`,
    twice: (month) => `duas em ${month}`,
    retries: (days) => `Novas tentativas, com tolerância de ${days} dias`,
    paid: "cobrado",
    declined: "recusado",
    recovered: "Uma nova tentativa é aprovada",
    givenUp: "Todas são recusadas: o ciclo é abandonado",
    next: (day) => `Próxima cobrança nos dois casos: ${day}`,
    note: "Essas regras são suposições do sandbox. Uma cobrança não envia postback.",
  },
  states: {
    payment: {
      title: "Os status de um pagamento",
      description: "Qual status segue qual, e por quê, em cada meio de pagamento.",
    },
    subscription: {
      title: "Os status de uma assinatura",
      description: "Qual status segue qual, e por quê.",
    },
    stated: "informado pelo serviço",
    assumed: "suposto",
    any: "qualquer status",
    methods: { card: "Cartão", pix: "PIX", billet: "Boleto" },
  },
  choice: {
    title: "Mock ou sandbox?",
    description:
      "Se suas chamadas dependem umas das outras, use o sandbox. Se você precisa de uma resposta certa para uma chamada, use o mock.",
    question: "Suas chamadas dependem umas das outras?",
    example: "por exemplo: criar, pagar, consultar, estornar",
    no: "Não",
    yes: "Sim",
    mock: "Mock",
    mockDoes: [
      "responde com os exemplos do contrato",
      "não guarda nada",
      "responde com qualquer erro que você pedir",
      "não envia postbacks",
    ],
    sandbox: "Sandbox",
    sandboxDoes: [
      "guarda o que você cria",
      "paga, divide, liquida e estorna",
      "envia postbacks e tenta de novo",
      "tem um relógio que você adianta",
    ],
    both: "Os dois conferem cada requisição com o contrato. Nenhum movimenta dinheiro.",
  },
};

/** The words by language. */
export const words = { en, "pt-BR": ptBR };

export type Language = keyof typeof words;

/** The triggers of the contract that are sentences, and not names of operations. */
export const portugueseTriggers: Readonly<Record<string, string>> = {
  "The acquirer accepts the charge": "A adquirente aprova a cobrança",
  "The acquirer declines the charge": "A adquirente recusa a cobrança",
  "The buyer pays": "O comprador paga",
  "The time limit for payment expires": "O prazo de pagamento termina",
  "The cardholder disputes the charge": "O titular contesta a cobrança",
  "The seller wins the dispute": "O vendedor ganha a disputa",
  "The cardholder wins the dispute": "O titular ganha a disputa",
  "The subscription is created": "A assinatura é criada",
  "The last cycle is charged, or the expiration date passes":
    "O último ciclo é cobrado, ou a data final passa",
};
