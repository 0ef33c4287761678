import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/index.ts";
import { freePort } from "../free-port.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { PostgresServer, programs, user } from "./postgres-server.ts";
import { whileTrafficRuns } from "./shared-traffic.ts";
import { openProxy } from "./tcp-proxy.ts";

const NOBODY_LISTENS = 1;
const PGBOUNCER = "/usr/sbin/pgbouncer";

/** A server with its synchronous standby, and the address of a database. The proxy leads to the primary, whichever it is. */
async function openPair() {
  const primary = await PostgresServer.start();
  onTestFinished(() => primary.close());
  const standby = await primary.startStandby();
  onTestFinished(() => standby.close());
  const proxy = await openProxy(primary.port);
  return { primary, standby, proxy, address: await primary.createDatabase() };
}

// What is skipped here says several-processes.slow.test.ts.
describe.skipIf(!programs)("processes that share a database", () => {
  test("lose nothing when the server dies and its synchronous standby takes over", async () => {
    const { primary, standby, proxy, address } = await openPair();
    await whileTrafficRuns(withPort(address, proxy.port), async () => {
      await takeOver(primary, standby);
      proxy.target = standby.port;
      return standby;
    });
  });

  test("do a payment once if the primary dies before its commit, and the standby gives its transaction id to others", async () => {
    const { primary, standby, proxy, address } = await openPair();
    const sandbox = await startSandbox({ db: withPort(address, proxy.port) });
    onTestFinished(sandbox.close);
    const shop = new Shop(sandbox.url, sandbox);
    await shop.pay("pix");
    await sandbox.settled();
    let isPayment = false;
    let failover: Promise<void> | undefined;
    proxy.cut = (sent) => {
      isPayment ||= sent.includes("INTO centavo.payments");
      if (failover || !isPayment || !sent.includes("COMMIT")) return undefined;
      proxy.target = NOBODY_LISTENS;
      failover = takeOver(primary, standby).then(() => {
        proxy.target = standby.port;
      });
      return "before";
    };
    const { id } = await shop.pay("pix");
    await failover;
    expect((await shop.payment(id)).id).toBe(id);
    expect((await shop.centavo.payments.list()).meta.total).toBe(2);
  });

  test.skipIf(!existsSync(PGBOUNCER))("work behind pgbouncer in transaction mode", async () => {
    const server = await PostgresServer.start();
    onTestFinished(() => server.close());
    const address = await server.createDatabase();
    const pooled = withPort(address, await startPooler(address));
    await whileTrafficRuns(pooled, async (fleet) => {
      await fleet.kill(0);
      await fleet.launch(0);
      return server;
    });
  });
});

/** The standby gives the transaction ids of the primary to others. */
async function takeOver(primary: PostgresServer, standby: PostgresServer): Promise<void> {
  await primary.stop("crash");
  await standby.query("SELECT pg_promote()");
  for (let count = 0; count < 50; count++) await standby.query("SELECT pg_current_xact_id()");
}

function withPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = `${port}`;
  return url.href;
}

/** Starts Debian's pgbouncer, which gives each transaction any of its few connections. */
async function startPooler(address: string): Promise<number> {
  const port = await freePort();
  const { hostname, port: serverPort, username, password } = new URL(address);
  const folder = mkdtempSync(join(tmpdir(), "centavo-pgbouncer-"));
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
  );
  for (const path of [folder, file]) if (user) chownSync(path, user.uid, user.gid);
  const pooler = spawn(PGBOUNCER, [file], { stdio: "ignore", ...user });
  onTestFinished(async () => {
    pooler.kill("SIGINT");
    if (pooler.exitCode === null) await once(pooler, "exit");
    rmSync(folder, { recursive: true });
  });
  await setTimeout(500);
  return port;
}
