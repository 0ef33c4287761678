import { DatabaseSync } from "node:sqlite";
import { describe, expect, test, vi } from "vitest";
import { startSandbox } from "../../src/sandbox-node/index.ts";
import { describeError } from "../../src/text/describe-error.ts";
import { redactShown } from "../../src/text/redact-by-search.ts";
import { programs } from "../postgres/postgres-server.ts";
import { useServer } from "../postgres/use-server.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";

const STORED = "Maria 4111111111111111";

async function errorOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error("It does not fail.");
}

const describeIt = (error: unknown) => describeError(error, redactShown);

test.each([
  ["JSON.parse", () => JSON.parse(`{"name":${STORED}`), "SyntaxError"],
  ["SQLite", () => new DatabaseSync(":memory:").prepare(`SELECT "${STORED}"`), "ERR_SQLITE_ERROR"],
  [
    "a program that quotes in a cause",
    () => {
      const cause = Object.assign(new Error(STORED), { code: "EQUOTE", detail: STORED });
      throw new Error("It failed.", { cause });
    },
    "caused by Error EQUOTE",
  ],
  [
    "a message that looks like a stack",
    () => {
      throw Object.assign(new Error(`x\n    at ${STORED} (file:1:1)`), { code: "EX" });
    },
    "Error EX",
  ],
])("of an error of %s, the name, the code and the frames are printed", async (_, run, says) => {
  const described = describeIt(await errorOf(run));
  expect(described).toContain(says);
  expect(described).toMatch(/^ {4}at .*describe-error\.test\.ts/m);
  expect(described).not.toContain("4111");
  expect(described).not.toContain("Maria");
});

test("our own message is printed, in one line, and redacted", () => {
  const described = describeIt(new Error("No card 4111111111111111\n\u001b[2J"));
  expect(described.split("\n")[0]).toBe("Error: No card [redacted]\\u{a}\\u{1b}[2J");
});

test("what is no error says nothing", () => {
  expect(describeIt(STORED)).toBe("a value that is no error (string)");
});

describe.skipIf(!programs)("PostgreSQL", () => {
  const server = useServer();

  test("quotes the row that it refuses, and neither the log nor the response does", async () => {
    const address = await server().createDatabase();
    const { url, publicKey, privateKey, close } = await startSandbox({ db: address });
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    const shop = new Shop(url, { publicKey, privateKey });
    try {
      await server().query("ALTER TABLE centavo.payments ADD CHECK (false) NOT VALID", address);
      const json = body("payments.create", "card", { customerData: { firstName: "Benedita" } });
      const token = await shop.token();
      const response = await shop.send("POST", "/payments", { token, json });
      expect(response.status).toBe(500);
      const log = printed.mock.calls.join("\n");
      expect(log).toMatch(/^Defect in the sandbox, id [\da-f-]+:\nerror 23514\n {4}at /);
      expect(log + JSON.stringify(response.body)).not.toMatch(/Benedita|1111|Failing row/);
    } finally {
      printed.mockRestore();
      await close();
    }
  });
});
