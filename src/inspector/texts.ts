import type { ComponentChildren } from "preact";

/** A text, or a function that puts values into one. */
type Text = string | ((...values: never[]) => ComponentChildren);

/**
 * Every text of the page, in English and in the Portuguese of Brazil, by the part of the page that shows it. What the
 * contract says is not here: see contract-words.ts.
 */
export const table = {
  /** The titles of the screens, by their place in the address. */
  screens: {
    overview: ["Overview", "Visão geral"],
    payments: ["Payments", "Pagamentos"],
    subscriptions: ["Subscriptions", "Assinaturas"],
    customers: ["Customers", "Clientes"],
    cards: ["Cards", "Cartões"],
    subaccounts: ["Subaccounts", "Subcontas"],
    "bank-accounts": ["Bank accounts", "Contas bancárias"],
    withdrawals: ["Withdrawals", "Saques"],
    requests: ["Requests", "Requisições"],
    postbacks: ["Postbacks", "Postbacks"],
    faults: ["Faults", "Falhas"],
    companies: ["Companies", "Empresas"],
  },
  /** The titles of the lists, and the links back to them. */
  all: {
    payments: ["All payments", "Todos os pagamentos"],
    subscriptions: ["All subscriptions", "Todas as assinaturas"],
    customers: ["All customers", "Todos os clientes"],
    cards: ["All cards", "Todos os cartões"],
    subaccounts: ["All subaccounts", "Todas as subcontas"],
    "bank-accounts": ["All bank accounts", "Todas as contas bancárias"],
    withdrawals: ["All withdrawals", "Todos os saques"],
    requests: ["All requests", "Todas as requisições"],
    postbacks: ["All postbacks", "Todos os postbacks"],
    companies: ["All companies", "Todas as empresas"],
  },
  shell: {
    product: ["Centavo inspector", "Inspetor do Centavo"],
    connecting: ["Connecting to the sandbox…", "Conectando ao sandbox…"],
    skip: ["Skip to the content", "Ir para o conteúdo"],
    navigation: ["Screens", "Telas"],
    company: ["company", "empresa"],
    activeFaults: [(count: number) => `${count} active`, (count: number) => many(count, "ativa")],
    operator: [
      "You operate this sandbox. To see the data of a company, invite yourself: its timeline shows it. In the same browser, an invitation ends this session; your key opens it again.",
      "Você opera este sandbox. Para ver os dados de uma empresa, convide a si mesmo: o convite aparece na linha do tempo dela. No mesmo navegador, um convite encerra esta sessão; a sua chave a abre de novo.",
    ],
    notRunning: [
      "The sandbox does not answer. Is it still running? Start it, then open the address that it prints.",
      "O sandbox não responde. Ele ainda está rodando? Inicie-o e abra o endereço que ele mostra.",
    ],
    gone: [
      "The sandbox does not answer. The page connects again by itself as soon as it runs.",
      "O sandbox não responde. A página se reconecta sozinha assim que ele rodar.",
    ],
    crowded: [
      "Too many pages and programs follow the events of this company, so this page may be out of date. Close one of them: the page then connects again by itself.",
      "Páginas e programas demais acompanham os eventos desta empresa, e por isso esta página pode estar desatualizada. Feche um deles: a página se reconecta sozinha.",
    ],
    ended: [
      "The session has ended, or the sandbox no longer has this company.",
      "A sessão terminou, ou o sandbox não tem mais esta empresa.",
    ],
    firstCompany: ["Go to the first company", "Ir para a primeira empresa"],
  },
  layout: {
    loading: ["Loading…", "Carregando…"],
    close: ["Close", "Fechar"],
    returnCode: [
      (code: number | string) => ` (return code ${code})`,
      (code: number | string) => ` (código de retorno ${code})`,
    ],
    timeout: [
      "The sandbox has not answered for ten minutes. It may still be at work: see the events.",
      "O sandbox não responde há dez minutos. Ele ainda pode estar trabalhando: veja os eventos.",
    ],
    noAnswer: [
      "The sandbox does not answer. Nothing here is lost: try again.",
      "O sandbox não responde. Nada se perdeu aqui: tente de novo.",
    ],
  },
  overview: {
    create: ["Create", "Criar"],
    createPayment: ["Create a payment", "Criar um pagamento"],
    createCustomer: ["Create a customer", "Criar um cliente"],
    createSubscription: ["Create a subscription", "Criar uma assinatura"],
    balance: ["Balance", "Saldo"],
    withdraw: ["Withdraw", "Sacar"],
    company: ["company", "empresa"],
    subaccount: [(id: string) => `subaccount ${id}`, (id: string) => `subconta ${id}`],
    available: ["available", "disponível"],
    later: ["later", "a receber"],
    latestEvents: ["Latest events", "Últimos eventos"],
    noEvents: [
      "Nothing has happened yet. Create a payment, or call the sandbox from your program.",
      "Nada aconteceu ainda. Crie um pagamento ou chame o sandbox a partir do seu programa.",
    ],
    account: ["Account", "Conta"],
    owner: ["Owner", "Titular"],
    balanceToday: ["Balance today", "Saldo hoje"],
    scheduled: ["Later", "A receber"],
    ledger: ["Ledger", "Livro-razão"],
    ledgerAccounts: ["Ledger accounts", "Contas do livro-razão"],
    noAccounts: ["The ledger has no accounts yet.", "O livro-razão ainda não tem contas."],
  },
} satisfies Record<string, Record<string, readonly [english: Text, portuguese: Text]>>;

type Table = typeof table;

/** A text in either language. What cannot be called alike in both has no usable type. */
type InEither<Pair> = Pair extends readonly [infer English, infer Portuguese]
  ? Portuguese extends English
    ? English
    : symbol
  : never;

/** The texts in one language. */
export type Texts = {
  [Group in keyof Table]: { [Name in keyof Table[Group]]: InEither<Table[Group][Name]> };
};

/** A count before the feminine or masculine singular of a word: its plural has an s. */
function many(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}
