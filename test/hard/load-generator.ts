import { setTimeout } from "node:timers/promises";
import { Connection, Lost } from "./connection.ts";
import type { Call } from "./load-calls.ts";

// A process of its own: one alone has other things to do than to overload a sandbox.

/** What it is to do, as the first message says. The second message ends it. */
export interface Orders {
  url: string;
  calls: Call[];
  callers: number;
  /** How long a caller waits for an answer before it leaves and comes again, in milliseconds. */
  patience: number;
}

/** What came of it. */
export interface Report {
  answered: number;
  /** Callers that left before their answer came. */
  left: number;
  /** Connections that were refused, or ended by the other side. */
  lost: number;
  /** How long answers took, in milliseconds, from the fastest to the slowest. */
  took: Float64Array;
  /** Answers with another status than expected, and how many of each. */
  unexpected: Map<string, number>;
}

const report: Omit<Report, "took"> = { answered: 0, left: 0, lost: 0, unexpected: new Map() };
const took: number[] = [];
let isOver = false;

process.once("message", (orders: Orders) => {
  for (let caller = 0; caller < orders.callers; caller++) void callAgain(orders, caller);
  process.once("message", () => {
    isOver = true;
    const message: Report = { ...report, took: Float64Array.from(took).sort() };
    // Whoever still waits for an answer vanishes with this process.
    process.send?.(message, () => process.exit());
  });
});

async function callAgain(orders: Orders, caller: number): Promise<void> {
  for (let next = caller; !isOver; ) {
    let hasLeft = false;
    try {
      const connection = await Connection.open(orders.url);
      connection.socket.setTimeout(orders.patience, () => {
        hasLeft = true;
        connection.socket.destroy();
      });
      for (;;) await callOver(connection, orders.calls[next++ % orders.calls.length] as Call);
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      report[hasLeft ? "left" : "lost"] += 1;
      if (!hasLeft) await setTimeout(100);
    }
  }
}

async function callOver(connection: Connection, { name, bytes, status }: Call): Promise<void> {
  const answer = await connection.send(bytes);
  report.answered += 1;
  took.push(answer.took);
  if (answer.status === status) return;
  const text = `${name}: ${answer.status} ${answer.body}`;
  report.unexpected.set(text, 1 + (report.unexpected.get(text) ?? 0));
}
