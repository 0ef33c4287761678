import { describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/index.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { hasPooler, startPooler, withPort } from "./pooler.ts";
import { PostgresServer, programs } from "./postgres-server.ts";
import { whileTrafficRuns } from "./shared-traffic.ts";
import { openProxy } from "./tcp-proxy.ts";

const NOBODY_LISTENS = 1;

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
      await primary.failOverTo(standby);
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
      isPayment ||= sent.includes('"payment_method":"pix"');
      if (failover || !isPayment || !sent.includes("COMMIT")) return undefined;
      proxy.target = NOBODY_LISTENS;
      failover = primary.failOverTo(standby).then(() => {
        proxy.target = standby.port;
      });
      return "before";
    };
    const { id } = await shop.pay("pix");
    await failover;
    expect((await shop.payment(id)).id).toBe(id);
    expect((await shop.centavo.payments.list()).meta.total).toBe(2);
  });

  test.skipIf(!hasPooler)("work behind pgbouncer in transaction mode", async () => {
    const server = await PostgresServer.start();
    onTestFinished(() => server.close());
    const address = await server.createDatabase();
    await whileTrafficRuns(await startPooler(address), async (fleet) => {
      await fleet.kill(0);
      await fleet.launch(0);
      return server;
    });
  });
});
