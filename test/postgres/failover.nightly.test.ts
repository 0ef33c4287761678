import { describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox-node/index.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { withPort } from "./pooler.ts";
import { PostgresServer, programs } from "./postgres-server.ts";
import { openProxy } from "./tcp-proxy.ts";

const NOBODY_LISTENS = 1;

// What is skipped here says several-processes.slow.test.ts. Failover under load is in test/histories.
describe.skipIf(!programs)("processes that share a database", () => {
  test("do a payment once if the primary dies before its commit, and the standby gives its transaction id to others", async () => {
    const primary = await PostgresServer.start();
    onTestFinished(() => primary.close());
    const standby = await primary.startStandby();
    onTestFinished(() => standby.close());
    const proxy = await openProxy(primary.port);
    const address = await primary.createDatabase();
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
});
