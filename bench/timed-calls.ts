import { requestExamples } from "../src/contract/operations.ts";
import { body, type OperationName, operationsById } from "../test/sandbox/contract-examples.ts";
import { Connection } from "../test/stress/keep-alive-connection.ts";

/** Ids and other values that requests name, by the names of their parameters and fields. */
export type Known = Record<string, string>;

interface Terms {
  /** What is asked for otherwise than in other steps of the operation. */
  as?: string;
  example?: string;
  /** Other fields than those of the example. Its ids are replaced by known ones anyway. */
  change?: object;
  /** Values in braces are known ones. */
  query?: string;
  /** What is known from the answer: the field with the value of each name. */
  keeps?: Known;
}

export type Step = [operation: OperationName, terms?: Terms];

const SILENT = { postbackUrl: undefined };
const QUIET = { billingData: SILENT };
const EVENT = { eventId: "eventId" };
const LIFELONG = { example: "lifelong", change: { dueDate: "2090-01-10" } };
const PAYMENT = { paymentId: "id", transactionId: "id", resourceId: "id" };
const pays = (example: string, as = example, change: object = QUIET): Step => [
  "payments.create",
  { as, example, change, keeps: PAYMENT },
];
const decides = (status: string): Step => [
  "payments.setStatus",
  { as: status, change: { status } },
];
const listsPayments = (as: string, query: string): Step => ["payments.list", { as, query }];

/** They take all data, or a query. */
const NO_READS = ["state.export", "search.find", "ledger.listEntries"];

/** Each read of both contracts. A list shows its first page. */
const reads = [...operationsById.values()].flatMap(({ id, cursor }): Step[] =>
  cursor.key === "get" && !NO_READS.includes(id) ? [[id as OperationName]] : [],
);

/** What does the same however often it is called. The first steps are about one of the old payments. */
export const TIMED: Step[] = [
  ["payments.get", { as: "an old one" }],
  ["payments.getDetails", { as: "an old one", keeps: { customerId: "customerId" } }],
  ["customers.get", { as: "an old one" }],
  ["payments.refund"],
  listsPayments("the middle page", "limit=20&page={middle}"),
  listsPayments("the last page", "limit=20&page={last}"),
  listsPayments("by status", "limit=20&status=SUCCEEDED"),
  listsPayments("by method", "limit=20&paymentMethod=pix"),
  listsPayments("by amount", "limit=20&amount=14970"),
  listsPayments("by customer", "limit=20&customerId={customerId}"),
  listsPayments("by status and method", "limit=20&status=PENDING&paymentMethod=pix"),
  ["customers.list", { as: "the last page", query: "limit=20&page={last}" }],
  ["ledger.listEntries", { query: "resourceId={resourceId}" }],
  ["search.find", { query: "q=Souza" }],
  ["auth.createToken"],
  ["customers.create", { keeps: { customerId: "id" } }],
  ["customers.update"],
  ["cards.tokenize", { keeps: { tokenizedCardId: "id", cardId: "id" } }],
  ...["billet", "cardDeclined", "tokenizedCard", "card"].map((example) => pays(example)),
  decides("DISPUTED"),
  decides("SUCCEEDED"),
  ["payments.anticipate"],
  pays("pix"),
  decides("PAID"),
  ["subaccounts.createPj"],
  ["subaccounts.createPf", { keeps: { subaccountId: "id" } }],
  ["subaccounts.setStatus", { change: { status: "APPROVED" } }],
  ["bankAccounts.create"],
  ["withdrawals.create", { change: { amount: 100, ...SILENT }, keeps: { withdrawalId: "id" } }],
  ["withdrawals.setStatus"],
  ["subscriptions.create", { ...LIFELONG, keeps: { subscriptionId: "id" } }],
  ["subscriptions.update", { example: "lifelong" }],
  ["subscriptions.addSplit", { keeps: { splitId: "id" } }],
  ["receiver.set", { change: { behavior: "accept" } }],
  ["receiver.get", { as: "of the next one", keeps: { postbackUrl: "url" } }],
  pays("pix", "with a postback", {}),
  ["postbacks.list", { as: "of a payment", query: "resourceId={resourceId}", keeps: EVENT }],
  ["postbacks.redeliver"],
  ["clock.advance", { example: "seconds", change: { seconds: 1 } }],
  ...reads,
  ["subscriptions.removeSplit"],
  ["subscriptions.suspend"],
  ["subscriptions.reactivate"],
  ["subscriptions.cancel"],
  ["cards.delete"],
  ["customers.delete"],
  ["subaccounts.delete"],
];

export function nameOf([operation, { as } = {}]: Step): string {
  return as === undefined ? operation : `${operation}, ${as}`;
}

/** Calls a sandbox over one connection, whose requests cost this process little. */
export class Caller {
  readonly #url: string;
  #connection: Connection | undefined;
  /** What later steps name. */
  readonly known: Known;

  constructor(port: number, token: string, known: Known = {}) {
    this.#url = `http://127.0.0.1:${port}`;
    this.known = { token, ...known };
  }

  /** Takes a step, and returns how long that took, in milliseconds. @throws {Error} if it is refused. */
  async take(step: Step): Promise<number> {
    const [, { keeps = {} } = {}] = step;
    // The server closes one that nobody uses for some seconds.
    if (this.#connection?.socket.destroyed !== false)
      this.#connection = await Connection.open(this.#url);
    const { status, body, took } = await this.#connection.send(bytesOf(step, this.known));
    if (status !== 200) throw new Error(`${nameOf(step)}: ${status} ${body}`);
    const names = Object.entries(keeps);
    if (names.length > 0) {
      const { data } = JSON.parse(`${body}`);
      const [first] = [data].flat();
      for (const [name, field] of names) this.known[name] = first[field];
    }
    return took;
  }

  close(): void {
    this.#connection?.socket.destroy();
  }
}

function bytesOf([id, terms = {}]: Step, known: Known): Buffer {
  const operation = operationsById.get(id);
  if (!operation) throw new Error(`No contract has ${id}.`);
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name) => known[name] ?? "");
  const path = filled(operation.pathItem.key + (terms.query ? `?${terms.query}` : ""));
  const [example] = requestExamples(operation);
  const json = example && withKnown(body(id, terms.example ?? example.key, terms.change), known);
  const content = Buffer.from(json === undefined ? "" : JSON.stringify(json));
  const head = [
    `${operation.cursor.key.toUpperCase()} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    `authorization: Bearer ${known.token}`,
    ...(json === undefined ? [] : ["content-type: application/json"]),
    `content-length: ${content.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), content]);
}

/** A body with known values in place of those of the example. */
function withKnown(json: unknown, known: Known): unknown {
  return JSON.parse(JSON.stringify(json), (name, value) =>
    typeof value === "string" ? (known[name] ?? value) : value,
  );
}
