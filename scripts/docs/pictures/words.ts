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
  marketplace: {
    title: "A seller, from the registration to the money",
    description:
      "A seller registers with your marketplace. You create a subaccount and wait until it is approved. You create a payment with splits. The buyer pays, and the service sends a postback. The seller ships the order and has a share of the payment.",
    seller: "Seller",
    marketplace: "Marketplace",
    register: "Register",
    again: "now and then",
    paid: "The buyer has paid",
    ship: "Order to ship",
    share: "The seller's share, when the payment settles",
    refund: "A refund takes each share back. It exists for cards only.",
  },
  retries: {
    title: "The attempts to deliver a postback",
    description:
      "The sandbox sends a postback until your server answers with 2xx. It waits longer after each failed attempt, and gives up after the last.",
    sandbox: "Sandbox",
    server: "Your server",
    attempt: (number: number) => `Attempt ${number}`,
    failed: (seconds: number) => `no 2xx within ${seconds} s`,
    wait: (time: string, total: string) => `${time} later, ${total} in total`,
    delivered: "After any 2xx, no attempt follows: the postback is delivered.",
    gaveUp: (attempts: number) => `After attempt ${attempts}, the sandbox gives up.`,
    note: "These are the delays of the sandbox. Those of the service are not known.",
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
  marketplace: {
    title: "Um vendedor, do cadastro ao dinheiro",
    description:
      "Um vendedor se cadastra no seu marketplace. Você cria uma subconta e espera a aprovação. Você cria um pagamento com splits. O comprador paga, e o serviço envia um postback. O vendedor envia o pedido e recebe a parte dele.",
    seller: "Vendedor",
    marketplace: "Marketplace",
    register: "Cadastro",
    again: "de vez em quando",
    paid: "O comprador pagou",
    ship: "Pedido a enviar",
    share: "A parte do vendedor, quando o pagamento é liquidado",
    refund: "O estorno tira a parte de cada um. Ele só existe para cartões.",
  },
  retries: {
    title: "As tentativas de entrega de um postback",
    description:
      "O sandbox envia o postback até seu servidor responder com 2xx. A espera aumenta a cada falha, e depois da última tentativa ele desiste.",
    sandbox: "Sandbox",
    server: "Seu servidor",
    attempt: (number) => `Tentativa ${number}`,
    failed: (seconds) => `nenhum 2xx em ${seconds} s`,
    wait: (time, total) => `${time} depois, ${total} no total`,
    delivered: "Depois de qualquer 2xx não há nova tentativa: o postback foi entregue.",
    gaveUp: (attempts) => `Depois da tentativa ${attempts}, o sandbox desiste.`,
    note: "Estes são os intervalos do sandbox. Os do serviço não são conhecidos.",
  },
  states: {
    payment: {
      title: "Os status de um pagamento",
      description:
        "As mudanças de status possíveis e a causa de cada uma, em cada meio de pagamento.",
    },
    subscription: {
      title: "Os status de uma assinatura",
      description: "As mudanças de status possíveis e a causa de cada uma.",
    },
    stated: "informado pelo serviço",
    assumed: "suposição",
    any: "qualquer status",
    methods: { card: "Cartão", pix: "PIX", billet: "Boleto" },
  },
};

/** The words by language. */
export const words = { en, "pt-BR": ptBR };
