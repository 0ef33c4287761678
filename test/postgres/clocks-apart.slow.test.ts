import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Shop } from "../sandbox/company-fixture.ts";
import { payWithPostback } from "../sandbox/postbacks/postback-fixtures.ts";
import { heldReply, type Receiver, receive } from "../sandbox/receiver.ts";
import { launch, type Running } from "../stress/sandbox-process.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "./postgres-server.ts";

const MINUTE = 60_000;
/** How far clocks that show the same seem apart at most on a busy machine, in milliseconds. */
const TOLERANCE = 3000;

if (!programs) console.warn(`Clocks that are apart were not tested. ${MISSING_POSTGRES}.`);

test.skipIf(!programs)(
  "processes whose clocks are apart show the same time, and one takes over a postback of another only when it was killed",
  async () => {
    const server = await PostgresServer.start();
    onTestFinished(() => server.close());
    const options = ["--quiet", "--db", await server.createDatabase()];
    const start = (ahead: number) => launch(options, () => {}, { areFrozen: false, ahead });
    const right = await start(0);
    const others = await Promise.all([10 * MINUTE, -10 * MINUTE].map(start));
    const shopAt = ({ url }: Running) => new Shop(url, right.keys);
    const token = await shopAt(right).token();
    for (const each of [right, ...others]) {
      const { now } = (await shopAt(each).control.clock.get()).data;
      expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(TOLERANCE);
      expect((await shopAt(each).send("GET", "/payments", { token })).status).toBe(200);
    }

    const receivers: Receiver[] = [];
    const statusesAt = ({ deliveries }: Receiver) => deliveries.map(({ body }) => body.data.status);
    for (const each of others) {
      const { data: keys } = await shopAt(right).control.companies.create();
      const receiver = await receive(heldReply().reply, 200);
      receivers.push(receiver);
      const idle = [right, ...others].filter((other) => other !== each);
      // Otherwise one of them might be the first to deliver.
      for (const other of idle) other.kill("SIGSTOP");
      const { id } = await payWithPostback(new Shop(each.url, keys), receiver.url, "pix");
      await receiver.arrived(1);
      for (const other of idle) other.kill("SIGCONT");
      await new Shop(right.url, keys).decide(id, "PAID");
      // All look for work meanwhile.
      await setTimeout(2000);
      expect(statusesAt(receiver)).toEqual(["PENDING"]);
      // Before its attempt ends without an answer.
      each.kill();
    }
    const arrived = () => receivers.map(statusesAt);
    await expect
      .poll(arrived, { timeout: 40_000 })
      .toEqual(others.map(() => ["PENDING", "PENDING", "PAID"]));
  },
);
