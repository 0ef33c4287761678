import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createSandbox } from "../src/sandbox-node/index.ts";
import { body } from "../test/sandbox/contract-examples.ts";
import { newFile } from "./engines.ts";
import { callerOf } from "./requests.ts";

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
 * Writes a state file of a company with so many payments, each with a buyer of its own: copies of a few that a sandbox
 * has created, with all that belongs to each. Returns the path. A sandbox reads it with `--state`, for however long that
 * takes, while an upload has five minutes.
 */
export async function fileWithPayments(payments: number): Promise<string> {
  const sandbox = await createSandbox();
  const call = await callerOf(sandbox);
  for (const [index, order] of orders.entries()) {
    const customerData = { ...order.customerData, document: `${CPF + index}` };
    await call("/payments", { ...order, customerData });
  }
  const made = await (await call("/_sandbox/state")).text();
  await sandbox.close();
  const file = newFile();
  await writeFile(file, sealed(copies(made.trimEnd().split("\n").slice(0, -1), payments)));
  return file;
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
        const text = line.replaceAll(document, `${Number(document) + number * orders.length}`);
        return withOtherIds(text, own, number);
      });
  }
}

/** A text in which each of the ids ends in a number. */
export function withOtherIds(text: string, ids: readonly string[], number: number): string {
  const end = number.toString(16).padStart(12, "0");
  return ids.reduce((all, id) => all.replaceAll(id, id.slice(0, -end.length) + end), text);
}

/** The lines, with their trailer. */
function* sealed(lines: Iterable<string[]>): Iterable<string> {
  const hash = createHash("sha256");
  let count = 0;
  for (const some of lines) {
    const text = `${some.join("\n")}\n`;
    hash.update(text);
    count += some.length;
    yield text;
  }
  yield `${JSON.stringify({ type: "trailer", lines: count, sha256: hash.digest("hex") })}\n`;
}
