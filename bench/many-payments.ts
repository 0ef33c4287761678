import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { body } from "../test/sandbox/contract-examples.ts";
import { firstToken, post, send } from "./requests.ts";
import type { ServerProcess } from "./server-process.ts";

/** Each kind of payment has other entries, jobs and statuses. */
const orders = ["card", "pix", "billet", "cardDeclined"].map((kind) =>
  body("payments.create", kind, { billingData: { postbackUrl: undefined } }),
);

/** An id that the sandbox has made. */
export const ID = /[\da-f]{8}-[\da-f]{4}-7[\da-f-]{21}/g;

/** A number of eleven digits. */
const CPF = 10_000_000_000;
/** What is written at once. */
const LINES_AT_ONCE = 500;

/**
 * Gives the first company of a sandbox so many payments, each with a buyer of its own: it imports copies of a few that
 * the sandbox has created itself, with all that belongs to each.
 */
export async function fillWithPayments(server: ServerProcess, payments: number): Promise<void> {
  const token = await firstToken(server);
  for (const [index, order] of orders.entries()) {
    const customerData = { ...order.customerData, document: `${CPF + index}` };
    await send(server.port, post("/payments", { ...order, customerData }, token));
  }
  const [state, headers] = stateOf(server, token);
  const made = await (await fetch(state, { headers })).text();
  const lines = made.trimEnd().split("\n").slice(0, -1);
  const bytes = Readable.from(sealed(copies(lines, payments)));
  const options = { method: "PUT", headers, body: bytes, duplex: "half" } as unknown as RequestInit;
  const response = await fetch(`${state}?replace=true`, options);
  if (!response.ok) throw new Error(await response.text());
}

/** Exports all that a sandbox has, and returns how long that takes, in milliseconds. */
export async function exportState(server: ServerProcess): Promise<number> {
  const [state, headers] = stateOf(server, await firstToken(server));
  const begin = performance.now();
  const { body } = await fetch(state, { headers });
  for await (const _ of body ?? []);
  return performance.now() - begin;
}

function stateOf({ port }: ServerProcess, token: string): [url: string, headers: HeadersInit] {
  return [`http://127.0.0.1:${port}/_sandbox/state`, { authorization: `Bearer ${token}` }];
}

/** The lines of a state file, some at once, in which what has an id of its own is there so many times. */
function* copies(lines: readonly string[], payments: number): Iterable<string[]> {
  const ids = [...new Set(lines.join("").match(ID))];
  for (const line of lines) {
    const own = ids.filter((id) => line.includes(id));
    const document = /"taxNumber":"(\d+)"/.exec(line)?.[1] ?? "no document";
    const count = own.length === 0 ? 1 : Math.ceil(payments / orders.length);
    for (let first = 0; first < count; first += LINES_AT_ONCE)
      yield Array.from({ length: Math.min(LINES_AT_ONCE, count - first) }, (_, index) => {
        const number = first + index;
        const end = number.toString(16).padStart(12, "0");
        const text = line.replaceAll(document, `${Number(document) + number * orders.length}`);
        return own.reduce((all, id) => all.replaceAll(id, id.slice(0, -end.length) + end), text);
      });
  }
}

/** The bytes of the lines, with their trailer. */
async function* sealed(lines: Iterable<string[]>): AsyncIterable<Uint8Array> {
  const hash = createHash("sha256");
  let count = 0;
  for (const some of lines) {
    count += some.length;
    const bytes = Buffer.from(`${some.join("\n")}\n`);
    hash.update(bytes);
    yield bytes;
  }
  const trailer = { type: "trailer", lines: count, sha256: hash.digest("hex") };
  yield Buffer.from(`${JSON.stringify(trailer)}\n`);
}
