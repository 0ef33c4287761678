/** What a developer types, in which language, and the pages that answer it best, some at one of their sections. */
export type SearchQuestion = {
  question: string;
  language: "en" | "pt-BR";
  pages: readonly string[];
};

type Answers = Readonly<Record<string, readonly string[]>>;

/** Written before the engine was chosen, many after the titles of issues of payment SDKs, some with their typos. */
const ENGLISH: Answers = {
  errors: ["errors"],
  "error codes": ["errors"],
  "-7708": ["errors#PaymentNotFound"],
  "3DS": ["not-offered#3ds"],
  "idempotency key": ["not-offered#idempotency-keys", "guides/lost-answers"],
  "rate limit 429": ["not-offered#rate-limits", "client/options#retries"],
  "partial refund": ["guides/refunds-and-disputes#partial-refund", "not-offered#partial-refunds"],
  "test card declined": ["guides/cards#test-cards", "sandbox/outcomes-and-faults"],
  "webhook signature verification": ["guides/postbacks"],
  "pix expiration time": ["guides/pix#pix-expired"],
  "QR code image base64": ["guides/pix#show-the-qr-code"],
  "how to refund a pix": ["guides/pix#refund-a-pix"],
  "request timed out, was the customer charged twice": ["guides/lost-answers"],
  "webhok retries": ["guides/postbacks#at-least-once-in-order-retried"],
  "installments with interest": ["guides/cards#installments-parcelas"],
  "save card for later": ["guides/cards#stored-cards"],
  "marketplace split between sellers": ["guides/marketplace"],
  "cancel subscription": [
    "guides/subscriptions#suspend-reactivate-cancel",
    "operations/subscriptions.cancel",
  ],
  "access token expired 401": ["client/options#tokens-and-expires_in"],
  "production base url": ["guides/keys", "guides/going-live#two-environments"],
  "python sdk": ["not-offered", "machine-readable#other-languages"],
  "how do I list all payments pagination": ["client/start#lists-and-paging"],
  "run sandbox in docker": ["sandbox/start#in-containers"],
  "advance clock in tests": [
    "guides/testing#let-time-pass",
    "controls/clock",
    "sandbox/money-and-time#the-clock",
  ],
  "chargeback dispute evidence": ["guides/refunds-and-disputes#dispute-and-chargeback"],
  "payout to bank account": ["guides/withdrawals", "not-offered"],
  "my server was down, which webhooks did I miss": [
    "guides/lost-answers#my-server-was-down",
    "guides/postbacks",
  ],
  "marketplace with PF and PJ sellers": ["guides/marketplace"],
  "where do I get an api key": ["guides/keys"],
  "breaking changes": ["compatibility", "changelog"],
  "payments.create": ["operations/payments.create"],
  "import into postman": ["machine-readable#postman-insomnia-and-bruno"],
  "subacount not aproved": [
    "guides/marketplace",
    "sandbox/outcomes-and-faults#SubaccountNotApproved",
  ],
};

const PORTUGUESE: Answers = {
  "código de erro": ["pt-BR/errors"],
  "PIX expirado": ["pt-BR/guides/pix#pix-expirado"],
  antecipação: ["pt-BR/not-offered"],
  "emitir nota fiscal": ["pt-BR/not-offered"],
  "cartão de teste": ["pt-BR/guides/cards#cartões-de-teste"],
  idempotência: ["pt-BR/not-offered", "pt-BR/guides/lost-answers"],
  produção: ["pt-BR/guides/going-live"],
  "estorno parcial": ["pt-BR/guides/refunds-and-disputes#estorno-parcial", "pt-BR/not-offered"],
  "webhook não recebe notificação de pagamento": ["pt-BR/guides/postbacks"],
  "como validar assinatura do webhook": ["pt-BR/guides/postbacks"],
  "boleto vencido": ["pt-BR/guides/billets#boleto-expirado"],
  "juros e multa boleto": ["pt-BR/guides/billets#pago-com-atraso-juros-e-multa"],
  "linha digitavel": ["pt-BR/guides/billets#mostrar-o-boleto"],
  "pix copia e cola": ["pt-BR/guides/pix#mostrar-o-qr-code"],
  "parcelamento em 12 vezes": ["pt-BR/guides/cards#parcelas"],
  "cobrança recorrente mensal": ["pt-BR/guides/subscriptions"],
  "cancelar assinatura": ["pt-BR/guides/subscriptions#suspender-reativar-cancelar"],
  "split de pagamento marketplace": ["pt-BR/guides/marketplace"],
  "cadastrar recebedor": ["pt-BR/guides/marketplace#1-cadastrar-o-vendedor"],
  "cobrado duas vezes": ["pt-BR/guides/lost-answers"],
  "cartão recusado": ["pt-BR/guides/cards#recusa"],
  "saque para conta bancária": ["pt-BR/guides/withdrawals"],
  "servidor fora do ar": ["pt-BR/guides/lost-answers"],
  "vendedor não aprovado": ["pt-BR/guides/marketplace"],
  "quem paga o estorno no marketplace": ["pt-BR/guides/marketplace"],
  "onde encontro a chave de api": ["pt-BR/guides/keys"],
  "limite de requisições por minuto": ["pt-BR/not-offered"],
  "pagamneto não encontrado": ["pt-BR/errors#PaymentNotFound"],
  "salvar cartao do cliente": ["pt-BR/guides/cards#cartões-salvos"],
  "contestação chargeback": ["pt-BR/guides/refunds-and-disputes#contestação-e-chargeback"],
  "autenticação 3d secure": ["pt-BR/not-offered"],
  "taxa por transação": ["pt-BR/guides/marketplace#taxas"],
  "simular pagamento pix": [
    "pt-BR/guides/pix#como-testar",
    "pt-BR/guides/testing",
    "controls/payments",
  ],
};

function questionsIn(language: SearchQuestion["language"], answers: Answers): SearchQuestion[] {
  return Object.entries(answers).map(([question, pages]) => ({ question, language, pages }));
}

export const QUESTIONS: readonly SearchQuestion[] = [
  ...questionsIn("en", ENGLISH),
  ...questionsIn("pt-BR", PORTUGUESE),
];
