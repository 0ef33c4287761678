import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { RawSocket } from "../../raw-socket.ts";
import { launch, type Running } from "../../stress/sandbox-process.ts";
import { fetch, openSandbox, Shop } from "../company-fixture.ts";
import { newFile } from "../database-file.ts";
import { sealed } from "./state-file-lines.ts";

const MEBIBYTE = 2 ** 20;
/** The memory that an import may take besides what it stores. */
const MOST = 64;
/** A little less than a line may have. */
const [BYTES, ITEMS] = [6_290_000, 299_000];

const ID = "00000000-0000-4000-8000-000000000000";

/** As many of these as fit in a line, each with so many items. */
function many(part: string, items: number): string {
  return Array(Math.min(Math.floor(BYTES / (part.length + 1)), Math.floor(ITEMS / items)))
    .fill(part)
    .join(",");
}

const posting = (entries: string) =>
  `{"type":"posting","value":{"subject":"${ID}","event":"sale","entries":[${entries}]}}`;
const customer = (fields: string) =>
  `{"type":"customers","value":{"id":"${ID}","taxNumber":"","resource":{${fields}}}}`;
const keys = Array.from({ length: ITEMS }, (_, index) => `"key ${index}":0`).join(",");

/** Lines that take more memory, once they are parsed, than those that a sandbox writes. */
const hostile: Record<string, string> = {
  "entries of a posting": posting(
    many('{"account":"buyers","owner":"","amount":-1,"on":"2026-03-01"}', 5),
  ),
  "empty entries": posting(many("{}", 2)),
  "arrays in arrays": posting(many("[[[[[[[[]]]]]]]]", 9)),
  "many fields": customer(keys),
  "a text": customer(`"firstName":"${"é".repeat(BYTES / 2 - 500)}"`),
  brackets: "[".repeat(BYTES),
  "no end": "9".repeat(BYTES + 5000),
};

/** A sandbox that ends if it takes more memory than one that has nothing to do, and `MOST`. */
async function limited(): Promise<Running> {
  const { heap } = await (await launch(["--quiet"])).measure();
  vi.stubEnv("NODE_OPTIONS", `--max-old-space-size=${Math.ceil(heap / MEBIBYTE) + MOST}`);
  const sandbox = await launch(["--quiet", "--db", newFile()]);
  vi.unstubAllEnvs();
  return sandbox;
}

test("an import takes a bounded amount of memory, whatever the file says", async () => {
  const sandbox = await limited();
  const shop = new Shop(sandbox.url, sandbox.keys);
  const token = await shop.token();
  const lines = (await exported(sandbox, token)).split("\n").slice(0, -2);
  for (const [what, line] of Object.entries(hostile)) {
    const file = sealed([...lines, ...Array(12).fill(line)]);
    expect(await imported(sandbox, token, file), what).toMatch(/^400 .*line 3: /);
  }

  const file = await longestLines();
  expect(Math.max(...file.split("\n").map(({ length }) => length))).toBeGreaterThan(BYTES * 0.8);
  expect(await imported(sandbox, token, file)).toMatch(/^200 /);
});

/** A file with the longest line that a sandbox writes: the entries of a payment, for each owner on each day. */
async function longestLines(): Promise<string> {
  const shop = await openSandbox();
  const sellers = await Promise.all(Array.from({ length: 1000 }, () => shop.subaccount()));
  const splits = sellers.map((subaccountId) => ({ subaccountId, splitPercentage: 0.09 }));
  const billingData = { amount: 9_999_999_999, installments: 24, postbackUrl: undefined };
  const { id } = await shop.pay("card", { billingData, splits });
  await shop.centavo.payments.refund({ transactionId: id });
  return exported(shop, await shop.token());
}

test("bodies that arrive byte by byte take about the memory of their bytes", async () => {
  const sandbox = await limited();
  const token = await new Shop(sandbox.url, sandbox.keys).token();
  const heads = [
    ...Array(4).fill("POST /auth HTTP/1.1\r\ncontent-type: application/json"),
    `PUT /_sandbox/state HTTP/1.1\r\nauthorization: Bearer ${token}`,
  ];
  const connections = await Promise.all(
    heads.map(async (head) => {
      const connection = await RawSocket.open(sandbox.url);
      connection.send(`${head}\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n`);
      for (let count = 0; count < 100; count++) {
        if (!connection.socket.write("1\r\n[\r\n".repeat(10_000)))
          await once(connection.socket, "drain");
      }
      return connection;
    }),
  );
  const { heap } = await sandbox.measure();
  for (const { socket } of connections) socket.destroy();
  expect(heap - (await sandbox.measure()).heap).toBeLessThan(MOST * MEBIBYTE);
});

async function exported({ url }: { url: string }, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${url}/_sandbox/state`, { headers })).text();
}

/** The status and the text of the answer. */
async function imported({ url }: Running, token: string, body: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const request = { method: "PUT", headers, body };
  const response = await fetch(`${url}/_sandbox/state?replace=true`, request);
  return `${response.status} ${await response.text()}`;
}
