import { headingAnchor } from "./markdown-files.ts";

/** A group of the sidebar. A page is its address on the site, without `.html`. */
export type Group = { text: string; pages: readonly [first: string, ...others: string[]] };

/** The folder of the pages in Brazilian Portuguese. */
export const PORTUGUESE_FOLDER = "pt-BR";

const CLIENT: Group["pages"] = ["client/start", "client/options", "client/errors", "client/types"];

const REFERENCE: Group["pages"] = ["operations/index", "errors", "not-offered", "assumptions"];

const SANDBOX: Group["pages"] = [
  "sandbox/start",
  "mock",
  "sandbox/inspector",
  "sandbox/console",
  "sandbox/money-and-time",
  "sandbox/outcomes-and-faults",
  "sandbox/sharing",
  "sandbox/operating",
  "controls/index",
];

const GUIDE_PAGES: Group["pages"] = [
  "getting-started",
  "guides/checkout",
  "guides/pix",
  "guides/billets",
  "guides/cards",
  "guides/refunds-and-disputes",
  "guides/marketplace",
  "guides/withdrawals",
  "guides/subscriptions",
  "guides/postbacks",
  "guides/lost-answers",
  "guides/reconcile",
  "guides/testing",
  "guides/explore",
  "guides/keys",
  "guides/going-live",
];

const FILES: Group["pages"] = ["machine-readable", "agents", "workflows/index"];

/** The sidebar of the guides. The titles of the pages come from their headings. */
export const GUIDES: readonly Group[] = [
  { text: "Types and client", pages: CLIENT },
  { text: "API reference", pages: REFERENCE },
  { text: "Mock and sandbox", pages: SANDBOX },
  { text: "Guides", pages: GUIDE_PAGES },
  { text: "For programs", pages: FILES },
  { text: "Project", pages: ["changelog", "compatibility", "security"] },
];

export const PORTUGUESE: readonly Group[] = [
  { text: "Tipos e cliente", pages: twinsOf(CLIENT) },
  { text: "Referência da API", pages: twinsOf(REFERENCE) },
  { text: "Mock e sandbox", pages: twinsOf(SANDBOX) },
  { text: "Guias", pages: twinsOf(GUIDE_PAGES) },
  { text: "Para programas", pages: twinsOf(FILES) },
  { text: "Projeto", pages: twinsOf(["compatibility", "glossary"]) },
];

function twinsOf([first, ...others]: Group["pages"]): Group["pages"] {
  const twin = (page: string) => `${PORTUGUESE_FOLDER}/${page}`;
  return [twin(first), ...others.map(twin)];
}

/** The groups whose first pages are the links of the header of all pages, Redocly's references included. */
export const HEADER = GUIDES.slice(0, 4);
export const PORTUGUESE_HEADER = PORTUGUESE.slice(0, 4);

/** The folders of the service's operations, which have a page each, and of the sandbox's controls, which share one for each tag. */
export type OperationFolder = "operations" | "controls";

/** The page of an operation in its folder, with its anchor on a page that it shares. */
export function operationPage(folder: OperationFolder, id: string): string {
  return folder === "operations" ? `${id}.md` : `${tagOf(id)}.md#${headingAnchor(id)}`;
}

/** The tag of an operation, with which its id begins. */
export function tagOf(id: string): string {
  return id.split(".")[0] ?? "";
}

/** The pages that Redocly builds. Links to them load a page, since they are not part of VitePress's application. */
export const REDOCLY_PAGES = ["reference", "control"];

/** The page of the task that uses an operation, by its id or else by the first part of that. */
export const OPERATION_GUIDES: Readonly<Record<string, string>> = {
  auth: "guides/keys",
  payments: "guides/checkout",
  "payments.list": "guides/reconcile",
  "payments.refund": "guides/refunds-and-disputes",
  cards: "guides/cards",
  subscriptions: "guides/subscriptions",
  customers: "guides/cards",
  subaccounts: "guides/marketplace",
  bankAccounts: "guides/withdrawals",
  withdrawals: "guides/withdrawals",
};

export const CONTROL_GUIDES: Readonly<Record<string, string>> = {
  clock: "sandbox/money-and-time",
  balance: "sandbox/money-and-time",
  ledger: "sandbox/money-and-time",
  payments: "sandbox/money-and-time",
  postbacks: "sandbox/money-and-time",
  receiver: "sandbox/money-and-time",
  faults: "sandbox/outcomes-and-faults",
  events: "sandbox/console",
  requests: "sandbox/console",
};
