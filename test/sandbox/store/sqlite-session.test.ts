import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { SqliteSession } from "../../../src/sandbox-node/store/sqlite/sqlite-session.ts";

test("a statement with a value that was forgotten throws, and does not take null for it", async () => {
  const session = new SqliteSession(new DatabaseSync(":memory:"));
  expect(await session.all("SELECT $2 AS one, $1 AS other", null, 2)).toEqual([
    { one: 2, other: null },
  ]);
  await expect(session.all("SELECT $2", 1)).rejects.toThrow("parameter 1");
  expect(() => session.run("SELECT $2", 1)).toThrow("parameter 1");
  session.close();
});
