import type { ComponentChildren } from "preact";

/** A text, or a function that puts values into one. */
export type Text = string | ((...values: never[]) => ComponentChildren);

/**
 * Every text of the page in English, by the part of the page that shows it. Its Portuguese is in docs/pt-BR/inspector.yaml, by
 * the English, or that of the docs. Here are both where the Portuguese depends on more: a number, or which of its meanings an
 * English word has.
 */
export const table = {
  /** The titles of the screens, by their place in the address. */
  screens: {
    overview: "Overview",
    payments: "Payments",
    subscriptions: "Subscriptions",
    customers: "Customers",
    cards: "Cards",
    money: "Money",
    subaccounts: "Subaccounts",
    "bank-accounts": "Bank accounts",
    withdrawals: "Withdrawals",
    requests: "Requests",
    postbacks: "Postbacks",
    faults: "Faults",
    companies: "Companies",
    search: "Search",
  },
  /** The titles of the lists, and the links back to them. */
  all: {
    payments: "All payments",
    subscriptions: "All subscriptions",
    customers: "All customers",
    cards: "All cards",
    subaccounts: "All subaccounts",
    "bank-accounts": "All bank accounts",
    withdrawals: "All withdrawals",
    requests: "All requests",
    postbacks: "All postbacks",
    companies: "All companies",
  },
  /** What several screens show. */
  words: {
    company: "company",
    account: "Account",
    owner: ["Owner", "Titular"],
    id: "Id",
    status: "Status",
    amount: "Amount",
    time: "Time",
    day: "Day",
    copyLink: "Copy the link",
    remove: "Remove",
    body: "Body",
    response: "Response",
    created: "Created",
    data: "Data",
  },
  shell: {
    product: "Centavo inspector",
    connecting: "Connecting to the sandbox…",
    skip: "Skip to the content",
    navigation: "Screens",
    activeFaults: [(count: number) => `${count} active`, (count: number) => many(count, "ativa")],
    operator:
      "You operate this sandbox. To see the data of a company, invite yourself: its timeline shows it. In the same browser, an invitation ends this session; your key opens it again.",
    notRunning:
      "The sandbox does not answer. Is it still running? Start it, then open the address that it prints.",
    gone: "The sandbox does not answer. The page connects again by itself as soon as it runs.",
    crowded:
      "Too many pages and programs follow the events of this company, so this page may be out of date. Close one of them: the page then connects again by itself.",
    ended: "The session has ended.",
    notOpen: "This session does not open this company, or the sandbox has no such company.",
    docs: "Docs",
    firstCompany: "Go to the first company",
  },
  layout: {
    loading: "Loading…",
    close: "Close",
    returnCode: (code: number | string) => ` (return code ${code})`,
    timeout:
      "The sandbox has not answered for ten minutes. It may still be at work: see the events.",
    noAnswer: "The sandbox does not answer. Nothing here is lost: try again.",
  },
  overview: {
    balance: "Balance",
    withdraw: "Withdraw",
    latestEvents: "Latest events",
    noEvents: "Nothing has happened yet. Create a payment, or call the sandbox from your program.",
    balanceToday: "Balance today",
    scheduled: "Later",
    noAccounts: "The ledger has no accounts yet.",
  },
  /** What a resource of each type is called. */
  kinds: {
    payment: "payment",
    subscription: "subscription",
    customer: "customer",
    card: ["card", "cartão"],
    subaccount: "subaccount",
    bankAccount: "bank account",
    withdrawal: "withdrawal",
    request: "request",
    postback: "postback",
  },
  values: {
    none: ["none", "vazio"],
    hidden: "hidden",
    noAnswer: "no answer",
    copy: "Copy",
    copied: "Copied",
    notCopied: "Not copied",
    inCentavos: "in centavos, as in the interface",
    inBrazil: (time: string, iso: string) => `${time} in Brazil, ${iso}`,
    amount: [
      (money: string, centavos: number) => `${money}, ${many(centavos, "centavo")}`,
      (money: string, centavos: number) => `${money}, ${many(centavos, "centavo")}`,
    ],
    noAmount: "No amount. Type 49,90 or 4990.",
    noDay: "No day. Type yyyy-mm-dd.",
    dayFormat: "yyyy-mm-dd",
    and: "and",
    or: "or",
  },
  actions: {
    confirm: (label: string) => `${label}: click again to confirm`,
    wrongStatus: (status: string, needed: string) => `It is ${status}, and this needs ${needed}.`,
  },
  search: {
    hint: "Document, amount or id (press /)",
    short: "Type two characters or more.",
    nothing: "Nothing was found.",
    found: [
      (count: number) => (count === 1 ? "1 result" : `${count} results`),
      (count: number) => many(count, "resultado"),
    ],
    more: "There may be more results. Refine your search.",
    name: "Name",
  },
  money: {
    company: "the company",
    today: (day: string) => `Today, ${day}`,
    available: "Available balance",
    scheduled: "Still to come",
    scheduledNote: "net, from tomorrow on",
    withdrawn: "Withdrawn",
    byDay: "What comes in, by day",
    open: "From today on, or the days that you choose. Open one to see its payments.",
    nothing: "Nothing comes in or leaves on these days.",
    gross: "Gross",
    fees: "Fees",
    splits: "To subaccounts",
    net: "Net",
    balance: "Balance",
    more: "Show more",
    statement: "Statement",
    opening: "Opening balance",
    closing: "Closing balance",
    before: (day: string) => `before ${day}`,
    end: (day: string) => `at the end of ${day}`,
    of: "Payment or withdrawal",
    amount: "Change of the balance",
    endsToday: "today",
    noMovements: "The balance does not change on these days.",
    ofWholePayment:
      "Gross, fees and what went to subaccounts are those of the whole payment, also if the day has one of its instalments.",
    advance: (day: string) => `Advance the clock to ${day}`,
  },
  clock: {
    title: "The company's clock",
    moving: "moving",
    frozen: "frozen",
    hour: "+1 hour",
    day: "+1 day",
    month: "+1 month",
    year: "+1 year",
    next: "Next",
    settlement: "settlement",
    charge: "charge",
    expiry: "expiry",
    noneToCome: "None is to come: the clock stays.",
    toNoon: "Advance to noon of this day",
    go: "Go",
    goTo: (day: string) => `Go to ${day}`,
    advancing: "Advancing, and running every job that falls due",
  },
  people: {
    name: "Name",
    owner: ["Owner", "Responsável"],
    newKeys: "Copy the keys now: the sandbox does not show them again.",
    copyPublicKey: "Copy public key",
    copyPrivateKey: "Copy private key",
    rotateKeys: "Rotate its keys",
    invitations: "Invitations",
    invite: "Invite somebody",
    sendLink: "Send this link to one person. It opens this company once, within 24 hours.",
    noInvitations: "Nobody has an invitation to this company that can still be used.",
    expires: "Expires",
    revoke: "Revoke",
    revokeIt: "Revoke it",
  },
  signIn: {
    how: "Sign in: open the address that the sandbox prints, or enter the keys of a company.",
    operating: "You operate a shared sandbox?",
    operatorKey: "Operator's key",
    openOperator: "Open the operator's page",
    publicKey: "Public key",
    privateKey: "Private key",
    open: "Open",
    enterKeys: "Enter the keys of this company",
    signOut: "Sign out",
  },
  fields: {
    optional: " optional",
    none: ["none", "nenhum"],
    addTo: (name: string) => `Add to ${name}`,
    testCard: "Test card",
    noTestCard: "no test card",
    testCardEnding: (ending: string) => `Test card …${ending}`,
    newOne: "a new one, from the example",
  },
  list: {
    any: "any",
    pages: "Pages",
    previous: "Previous",
    next: "Next",
    page: (page: number, last: number, total: number) => `page ${page} of ${last}, ${total} in all`,
  },
  form: {
    control: ", in the control API of the sandbox",
    example: "Example",
    asSent: "none: as it was sent",
    sending: "Sending…",
    again: (summary: string) => `${summary} again`,
    warning: "Warning: ",
    done: "Done.",
    openIt: (kind: string) => `Open the ${kind}`,
  },
  timeline: {
    title: "Timeline",
    earlier: (count: number) => `Show earlier events, ${count} in all`,
    nothing: "Nothing has happened to it yet, or too long ago.",
    posted: [
      (event: string, count: number) => `Ledger: ${event}, ${count} entries`,
      (event: string, count: number) => `Livro-razão: ${event}, ${many(count, "lançamento")}`,
    ],
    availableTo: [
      (money: string, owner: ComponentChildren, isCompany: boolean) => [
        `${money} became available to ${isCompany ? "the " : ""}`,
        owner,
      ],
      (money: string, owner: ComponentChildren) => [`${money} disponível para a `, owner],
    ],
    charged: (money: string, attempt: number) => `Charge ${money}, attempt ${attempt}: `,
    postbackOf: (status: string) => `Postback of ${status}`,
    attempt: (attempt: number) => `, attempt ${attempt}: `,
    advanced: "The clock advanced",
    imported: "A state file was imported",
    restored: "A snapshot was restored",
    entries: "Entries",
    cause: (cause: string) => `cause: ${cause}`,
  },
  companies: {
    thisCompany: "This company",
    reset: "Reset it",
    save: "Save",
    copySnippet: "Copy a snippet for a program",
    snapshots: "Snapshots",
    createSnapshot: "Create a snapshot",
    noSnapshots:
      "There are no snapshots. A snapshot keeps all data of this company, so that you can go back to it.",
    snapshot: "Snapshot",
    restore: "Restore",
    restoreIt: "Restore it",
    yours: "Your companies",
    create: "Create a company",
    noCompanies: "There are no companies.",
    company: "Company",
    thisOne: "this one",
    keys: "Keys",
    lastUse: "Last use",
    never: "never",
    manage: "Manage",
    manageOne: (name: string) => `Manage ${name}`,
    nameless: "A company without a name",
    deleteIt: "Delete it",
  },
  faults: {
    active: "Active faults",
    clearAll: "Clear all",
    set: "Set faults",
    scope:
      "They replace the active ones, and affect requests to the service, from programs and from the forms of this page. What the page reads is not affected.",
    normal: "Every request gets its normal response.",
    clear: "Clear",
  },
  payments: {
    playBuyer: "Sandbox: play the buyer",
    buyerQrCode: "The sandbox page as a QR code",
    openBuyerPage: "Open the page of the buyer",
    buyerPageNote: "The code leads to the same page, for example on a phone. No bank reads it.",
    impossible: [
      (count: number) => `${count} impossible now`,
      (count: number) => `${count} ${count === 1 ? "impossível" : "impossíveis"} agora`,
    ],
    anticipate: "Anticipate its receivables",
    copyCode: "Copy the code",
    qrCodeOf: "The QR code of this PIX",
    copyLine: "Copy the line",
    openBillet: "Open the billet as PDF",
  },
  postbacks: {
    attempts: "Attempts",
    to: " to ",
    noAttempts: "none yet",
    byListener: "by a listener",
    sendPENDING: "Send now",
    sendFAILED: "Send again",
    sendDELIVERED: "Send a duplicate",
    listener: (types: string) => `A listener delivers postbacks of this type: ${types}.`,
    noListener: "No listener is there, so the sandbox delivers the postbacks itself.",
    receiver: "Built-in receiver",
    sentTo: [
      (url: ComponentChildren) => [
        "The forms of this page send postbacks to ",
        url,
        ". Choose how it answers:",
      ],
      (url: ComponentChildren) => [
        "Os formulários desta página enviam os postbacks para ",
        url,
        ". Escolha como ele responde:",
      ],
    ],
    accept: "Answer 200",
    fail: "Answer 500",
    hang: "Never answer",
    reset: "Cut the connection",
    noneSent: "No postback was sent.",
    attemptCount: [
      (count: number) => `${count} ${count === 1 ? "attempt" : "attempts"}`,
      (count: number) => many(count, "tentativa"),
    ],
  },
  requests: {
    operation: "Operation",
    unknown: "The timeline has no request with this id.",
    query: "Query",
    inDocs: "In the docs",
    sendAgain: "Send again, or edit it first",
    asCurl: "Copy as curl",
    asTypeScript: "Copy as TypeScript",
    redacted: (names: string) =>
      `A copy has ${names} redacted: fill in what the log does not have.`,
    noBody: "The log does not have the whole body.",
    sameOutcome: (outcome: string) =>
      `The log masks the card. The form has a test card with the same outcome, ${outcome}.`,
    missing: (names: string) =>
      `The log redacts ${names}, and does not tell what the request had: fill it in.`,
    cardDecides: " The card decides the outcome.",
    token: "TOKEN is the access_token that POST /auth returns.",
    fillIn: (names: string) => `Fill in ${names}, which the log redacts.`,
  },
  /** Columns and filters that no contract names, or that people call otherwise. */
  columns: {
    attempts: "Attempts",
    buyer: "Buyer",
    event: "What happened",
    from: "From",
    subaccountId: ["Owner", "Titular"],
    to: ["To", "Até"],
    reasons: "Reasons",
    send: "Send",
  },
  errors: {
    title: "Latest errors",
    count: ["Count", "Vezes"],
    code: ["Code", "Código"],
    whatToDo: "What to do",
    first: ["First", "Primeiro"],
    last: ["Last", "Último"],
  },
  resources: {
    subscriptions: "There are no subscriptions.",
    customers: "There are no customers.",
    cards: "There are no cards.",
    subaccounts: "There are no subaccounts.",
    "bank-accounts": "There are no bank accounts.",
    withdrawals: "There are no withdrawals.",
    setTo: (status: string) => `Set to ${status}`,
    notListed: "The sandbox has none with this id.",
    payments: "There are no payments. Create one here, or from your program.",
    requests: "There are no requests. What only reads the controls is left out.",
    postbacks:
      "There are no postbacks. A payment or a withdrawal with a postbackUrl sends one at each change of its status.",
  },
  /** Links to the lists that a subaccount has of its own. */
  itsOwn: {
    "bank-accounts": "Its bank accounts",
    withdrawals: "Its withdrawals",
  },
  subscriptions: {
    everyDays: [
      (count: number) => ` every ${count} days`,
      (count: number) => ` a cada ${many(count, "dia")}`,
    ],
    times: (count: number) => `, ${count} times`,
    charges: "Charges",
    next: "next charge",
    retry: (count: number) => `retry ${count} `,
  },
} satisfies Record<string, Record<string, Text | readonly [english: Text, portuguese: Text]>>;

type Table = typeof table;

/** A text in either language. What cannot be called alike in both has no usable type. */
type InEither<Entry> = Entry extends readonly [infer English, infer Portuguese]
  ? Portuguese extends English
    ? English
    : symbol
  : Entry;

/** The texts in one language. */
export type Texts = {
  [Group in keyof Table]: { [Name in keyof Table[Group]]: InEither<Table[Group][Name]> };
};

/** The English by which the Portuguese of a text is found. Of a function, it has a hole for each value. */
export function keyOf(text: Text): string {
  if (typeof text === "string") return text;
  return `${text(...(Array(text.length).fill(HOLE) as never[]))}`;
}

/** Stands for a value in the key of a text. */
export const HOLE = "{*}";

/** A count before a word whose plural has an s. */
function many(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}
