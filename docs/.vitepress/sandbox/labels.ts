/** What the live parts say, in English and in Portuguese. A value takes the place of `{*}`. */
const TEXTS = {
  required: ["required", "obrigatório"],
  body: ["Body", "Corpo"],
  response: ["Response", "Resposta"],
  happened: ["What happened", "O que aconteceu"],
  nothing: ["Nothing but this response.", "Nada além desta resposta."],
  earlier: ["{*} earlier events", "{*} eventos anteriores"],
  next: ["What can happen next", "O que pode acontecer agora"],
  created: ["created", "criado"],
  ledger: ["Ledger", "Livro-razão"],
  available: ["{*} became available", "{*} ficou disponível"],
  charge: ["charge of {*}", "cobrança de {*}"],
  clock: ["The clock is at {*}", "O relógio marca {*}"],
  attempt: ["Postback {*}, attempt {*}", "Postback {*}, tentativa {*}"],
  answered: ["this page responded with {*}", "esta página respondeu com {*}"],
  again: ["the next attempt waits for the clock", "a próxima tentativa depende do relógio"],
  inspect: ["See it in the inspector", "Ver no inspetor"],
  anew: ["Start over", "Começar de novo"],
  begun: [
    "The sandbox starts over with the examples of the contract.",
    "O sandbox começa de novo com os exemplos do contrato.",
  ],
  restored: [
    "Your data was restored. The timeline starts over.",
    "Seus dados foram recuperados. A linha do tempo recomeça.",
  ],
  lost: [
    "Your data could not be restored: it may come from another version of this site. The sandbox starts over.",
    "Não foi possível recuperar seus dados: talvez sejam de outra versão deste site. O sandbox começa de novo.",
  ],
  here: [
    "Runs in this page: the sandbox begins with the examples of the contract, and no request leaves your browser.",
    "Roda nesta página: o sandbox começa com os exemplos do contrato, e nenhuma requisição sai do seu navegador.",
  ],
  code: [
    "The code below calls a mock on your machine, unless CENTAVO_URL names another server.",
    "O código abaixo chama um mock na sua máquina, a não ser que CENTAVO_URL indique outro servidor.",
  ],
  mock: ["Start the mock", "Iniciar o mock"],
  mockPage: ["mock.html", "pt-BR/mock.html"],
  tooMany: [
    "This is more data than the browser can keep; the next page starts over.",
    "São mais dados do que o navegador consegue guardar; a próxima página começa de novo.",
  ],
  notSent: ["Not sent", "Não enviado"],
  cut: ["No response", "Sem resposta"],
  prints: ["Output", "Saída"],
  take: ["Continue on my machine", "Continuar na minha máquina"],
  takeNote: [
    "The file has the data of this sandbox: resources, ledger, postbacks, jobs and the clock. It leaves out the keys, the timeline, the list of requests, snapshots and invitations. The sandbox that opens it prints new keys.",
    "O arquivo tem os dados deste sandbox: recursos, livro-razão, postbacks, tarefas e o relógio. Ficam de fora as chaves, a linha do tempo, a lista de requisições, os snapshots e os convites. O sandbox que o abre mostra chaves novas.",
  ],
  install: ["Install Centavo in the folder of the file", "Instalar o Centavo na pasta do arquivo"],
  takeRun: ["Then run this in that folder:", "Depois, rode isto nessa pasta:"],
  installPage: [
    "client/start.html#install-it-in-a-project",
    "pt-BR/client/start.html#instalar-em-um-projeto",
  ],
  download: ["Download the state", "Baixar o estado"],
  inspector: [
    "This inspector shows the sandbox of this tab. Nothing leaves your browser.",
    "Este inspetor mostra o sandbox desta aba. Nada sai do seu navegador.",
  ],
} as const;

/** What the buttons say that act for others than the API. */
const CONTROLS = {
  "subaccounts.APPROVED": ["The reviewer approves", "O analista aprova"],
  "subaccounts.REJECTED": ["The reviewer rejects", "O analista recusa"],
  "withdrawals.PAID": ["The bank pays", "O banco paga"],
  "withdrawals.FAILED": ["The bank rejects", "O banco recusa"],
  day: ["A day passes", "Passa um dia"],
  month: ["30 days pass", "Passam 30 dias"],
  year: ["A year passes", "Passa um ano"],
} as const;

type Said<Table> = Record<keyof Table, string>;
export type Labels = Said<typeof TEXTS>;
export type Controls = Said<typeof CONTROLS>;

/** The language of the page. */
export function language(): "en" | "pt-BR" {
  return document.documentElement.lang === "pt-BR" ? "pt-BR" : "en";
}

export const labels = (): Labels => inLanguage(TEXTS);
export const controlLabels = (): Controls => inLanguage(CONTROLS);

function inLanguage<Table extends Record<string, readonly [string, string]>>(table: Table) {
  const index = language() === "en" ? 0 : 1;
  const said = Object.entries(table).map(([name, texts]) => [name, texts[index]]);
  return Object.fromEntries(said) as Said<Table>;
}
