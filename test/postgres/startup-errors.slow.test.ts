import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox-node/index.ts";
import { openStore } from "../../src/sandbox-node/store/open-store.ts";
import { migrate } from "../../src/sandbox-node/store/postgres/migrate.ts";
import type { PostgresSession } from "../../src/sandbox-node/store/postgres/postgres-session.ts";
import { runHere } from "../run-command-line.ts";
import { PostgresServer, programs } from "./postgres-server.ts";

const PASSWORD = "sehr-geheim";

/** What the start prints. Its status says whether to correct the address, or to try again. */
async function messageOf(db: string, expected = 2): Promise<string> {
  const { status, stdout, stderr } = await runHere(["sandbox", "--port=0", "--db", db]);
  expect({ status, stdout }).toEqual({ status: expected, stdout: "" });
  expect(stderr).not.toContain(PASSWORD);
  return stderr;
}

describe("an address of PostgreSQL that cannot be used is rejected in one line:", () => {
  test.each([
    ["postgres://ana:x@:5432/x", "it is not a valid URL"],
    ["postgres://127.0.0.1", "it names no database"],
    [`postgres://ana:${PASSWORD}@127.0.0.1/x?pool=5`, "it has an unknown parameter"],
    [
      "postgres://127.0.0.1/x?pool_size=many",
      "its parameter pool_size must be an integer from 1 to 9999999",
    ],
  ])("%s", async (address, problem) => {
    const line = await messageOf(address);
    expect(line).toMatch(/^centavo: .+\n$/);
    expect(line).toContain(`cannot be opened (${problem})`);
  });

  test("one where no server answers", async () => {
    expect(
      await messageOf(`postgres://ana:${PASSWORD}@127.0.0.1:1/shop?connect_timeout=500`, 3),
    ).toBe(
      "centavo: postgres://127.0.0.1:1/shop cannot be opened (no PostgreSQL server answers there); " +
        "start the server, or correct the host and the port of --db\n",
    );
  });

  test("one where a server accepts connections and says nothing", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const began = Date.now();
    expect(await messageOf(`postgres://127.0.0.1:${port}/shop?connect_timeout=300`, 3)).toContain(
      "cannot be opened (no PostgreSQL server answers there)",
    );
    expect(Date.now() - began).toBeLessThan(3000);
  });

  test("one of a server that is too old", async () => {
    const row = {
      server: "120022",
      hasSchema: null,
      hasLayouts: null,
      hasVersions: null,
      otherTables: 0,
    };
    // No such server can be installed here.
    const session = {
      script: async () => {},
      all: async () => [row],
    } as unknown as PostgresSession;
    await expect(migrate(session, 1000)).rejects.toMatchObject({
      message: "its server is PostgreSQL 12",
      advice: "use PostgreSQL 13 or later",
    });
  });
});

describe.skipIf(!programs)("on a server", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
    await server.query(`CREATE ROLE reader LOGIN PASSWORD '${PASSWORD}'`);
  });
  afterAll(() => server?.close());

  const tablesOf = async (address: string) =>
    (
      await server.query<{ name: string }>(
        "SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname !~ '^(pg_|inf)'",
        address,
      )
    ).map(({ name }) => name);

  test("a wrong password", async () => {
    expect(await messageOf(server.address("postgres", "centavo", PASSWORD))).toContain(
      "/postgres cannot be opened (the server refuses its user or password); correct the user",
    );
  });

  test("a database that does not exist", async () => {
    expect(await messageOf(server.address("nothing"))).toContain(
      "/nothing cannot be opened (the server has no such database); create it with createdb",
    );
  });

  test.each(["LATIN1", "SQL_ASCII"])("a database in the encoding %s", async (encoding) => {
    const name = encoding.toLowerCase();
    await server.query(`CREATE DATABASE ${name} ENCODING '${encoding}' TEMPLATE template0`);
    expect(await messageOf(server.address(name))).toMatch(
      new RegExp(
        `/${name} cannot be opened .its encoding is ${encoding}, .+; create a database with createdb --encoding=UTF8`,
      ),
    );
    expect(await tablesOf(server.address(name))).toEqual([]);
  });

  test("the database of another program, in which nothing is created", async () => {
    const address = await server.createDatabase();
    await server.query("CREATE TABLE orders (id integer)", address);
    expect(await messageOf(address)).toContain("(it is the database of another program)");
    expect(await tablesOf(address)).toEqual(["public.orders"]);
  });

  test("a schema of the same name that another program has made", async () => {
    const address = await server.createDatabase();
    await server.query("CREATE SCHEMA centavo", address);
    expect(await messageOf(address)).toContain("(it is the database of another program)");
  });

  test("a database that was made before 0.1.0", async () => {
    const address = await server.createDatabase();
    const sql = `CREATE SCHEMA centavo; CREATE TABLE centavo.migrations (version integer);
      INSERT INTO centavo.migrations VALUES (1)`;
    await server.query(sql, address);
    expect(await messageOf(address)).toContain(
      "(it was made before 0.1.0); start with an empty one",
    );
    expect(await tablesOf(address)).toEqual(["centavo.migrations"]);
  });

  test("the database of a newer sandbox", async () => {
    const address = await server.createDatabase();
    await (await openStore(address)).close();
    await server.query("INSERT INTO centavo.layouts VALUES (1000)", address);
    expect(await messageOf(address)).toContain(
      "(a newer version of the sandbox has changed it); update this sandbox",
    );
  });

  test("a user that may not create or write anything", async () => {
    const address = await server.createDatabase();
    const asReader = address.replace(/\/\/[^@]+@/, `//reader:${PASSWORD}@`);
    expect(await messageOf(asReader)).toContain("(its user may not write)");
    expect(await tablesOf(address)).toEqual([]);
    await (await openStore(address)).close();
    expect(await messageOf(asReader)).toContain("(its user may not write)");
  });

  test("a database that is read-only", async () => {
    const address = await server.createDatabase();
    const name = new URL(address).pathname.slice(1);
    await server.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    expect(await messageOf(address, 3)).toContain("(it is read-only)");
    expect(await tablesOf(address)).toEqual([]);
  });

  test("the log and the output of a sandbox have no password", async () => {
    const lines: string[] = [];
    const sandbox = await startSandbox({
      db: await server.createDatabase(),
      log: (line) => lines.push(line),
    });
    await sandbox.control.health.get();
    await sandbox.close();
    expect(`${lines} ${sandbox.inspectorUrl}`).not.toContain("only-on-loopback");
  });
});
