import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { call, commandsIn, hasShell, prepareCurl } from "../docs/guide-examples.ts";

/** The address that the guides write. */
const ADDRESS = "http://127.0.0.1:4010";

const commands = ["docs/mock.md", "docs/reference.md"].flatMap(commandsIn);

let mock: Mock;
let home: string;

beforeAll(async () => {
  mock = await startMock();
  home = mkdtempSync(join(tmpdir(), "centavo-guide-"));
  prepareCurl(home);
});

afterAll(async () => {
  rmSync(home, { recursive: true });
  await mock.close();
});

function callMock(command: string) {
  return call(command.replaceAll(ADDRESS, mock.url), home);
}

test("the guides show what can be called", () => {
  expect(commands.length).toBeGreaterThan(5);
});

test.skipIf(!hasShell).each(commands)("$command", async ({ command, status, body }) => {
  const response = await callMock(command);

  expect(response.status).toBe(status);
  expect(response.body).toEqual(body === undefined ? expect.anything() : JSON.parse(body));
});
