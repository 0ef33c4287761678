import { headingAnchor } from "./markdown-files.ts";

/** A link of the header or of the sidebar. `page` is the address on the site, without `.html`. */
export type Link = { text: string; page: string };
export type Group = { text: string; pages: readonly string[] };

/** The header of all pages, Redocly's references included. */
export const HEADER: readonly Link[] = [
  { text: "Guides", page: "getting-started" },
  { text: "Client", page: "client/start" },
  { text: "Sandbox", page: "sandbox/start" },
  { text: "Reference", page: "operations/index" },
];

/** The folder of the pages in Brazilian Portuguese. */
export const PORTUGUESE_FOLDER = "pt-BR";

export const PORTUGUESE_HEADER: readonly Link[] = [
  { text: "Guias", page: `${PORTUGUESE_FOLDER}/getting-started` },
  { text: "Cliente", page: `${PORTUGUESE_FOLDER}/client/start` },
  { text: "Sandbox", page: `${PORTUGUESE_FOLDER}/sandbox/start` },
  { text: "Referência", page: `${PORTUGUESE_FOLDER}/operations/index` },
];

const TASKS = [
  "guides/checkout",
  "guides/pix",
  "guides/pix-page",
  "guides/billets",
  "guides/cards",
  "guides/refunds-and-disputes",
  "guides/marketplace",
  "guides/splits-and-subaccounts",
  "guides/withdrawals",
  "guides/subscriptions",
  "guides/postbacks",
  "guides/server-down",
  "guides/lost-answers",
  "guides/reconcile",
  "guides/testing",
  "guides/keys",
  "guides/going-live",
];

const CLIENT = [
  "client/start",
  "client/options",
  "client/lists",
  "client/errors",
  "client/retries",
  "client/hooks",
  "client/types",
  "client/openapi-fetch",
];

const SANDBOX = [
  "sandbox/start",
  "sandbox/inspector",
  "sandbox/console",
  "sandbox/money-and-time",
  "sandbox/outcomes-and-faults",
  "sandbox/sharing",
  "sandbox/guarantees",
  "sandbox/assumptions",
  "mock",
  "msw",
];

/** The sidebar of the guides. The titles of the pages come from their headings. */
export const GUIDES: readonly Group[] = [
  { text: "Start", pages: ["getting-started"] },
  { text: "Tasks", pages: TASKS },
  { text: "Client", pages: CLIENT },
  { text: "Sandbox and mock", pages: SANDBOX },
  {
    text: "Reference",
    pages: [
      "operations/index",
      "controls/index",
      "errors",
      "not-offered",
      "assumptions",
      "verify",
      "agents",
      "machine-readable",
      "workflows/index",
    ],
  },
  { text: "Project", pages: ["adopt", "changelog", "compatibility", "security"] },
];

export const PORTUGUESE: readonly Group[] = [
  { text: "Comece aqui", pages: ["getting-started"] },
  { text: "Tarefas", pages: [...TASKS, "verify"] },
  { text: "Cliente", pages: CLIENT },
  { text: "Sandbox e mock", pages: SANDBOX },
  {
    text: "Referência",
    pages: [
      "operations/index",
      "controls/index",
      "errors",
      "not-offered",
      "assumptions",
      "agents",
      "machine-readable",
      "workflows/index",
      "glossary",
    ],
  },
  { text: "Projeto", pages: ["adopt", "compatibility"] },
].map(({ text, pages }) => ({
  text,
  pages: pages.map((page) => `${PORTUGUESE_FOLDER}/${page}`),
}));

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

/** The page of the task that uses an operation, by the first part of its id. */
export const OPERATION_GUIDES: Readonly<Record<string, string>> = {
  auth: "guides/keys",
  payments: "guides/checkout",
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
