import { expect, test } from "vitest";
import { begin, fromSource } from "../../run-command-line.ts";
import { openSandbox, type Shop } from "../company-fixture.ts";
import { firstPostback, payWithPostback } from "../postbacks/postback-fixtures.ts";
import { receive, silence } from "../receiver.ts";

const UNREACHABLE = "https://shop.example/postbacks/1042";

/** A listener in a process of its own. */
function start({ url }: Shop, target: string, ...flags: string[]) {
  return begin([...fromSource, "listen", "--url", url, "--forward-to", target, ...flags]);
}

async function says({ printed }: ReturnType<typeof start>, text: string): Promise<void> {
  await expect.poll(() => printed.stderr).toContain(text);
}

test("the delivery of a killed listener has failed, once, and its successor gets the same event", async () => {
  const shop = await openSandbox();
  const receiver = await receive(silence, 200);
  const first = start(shop, receiver.url);
  await says(first, "Delivering");
  const second = start(shop, receiver.url);
  await says(second, "On standby");
  await payWithPostback(shop, UNREACHABLE);
  await receiver.arrived(1);
  first.child.kill("SIGKILL");
  await shop.control.clock.advance({ seconds: 60 });
  expect(receiver.deliveries.map(({ body }) => body.eventId)).toEqual(
    Array(2).fill((await firstPostback(shop)).eventId),
  );
  expect((await firstPostback(shop)).attempts).toMatchObject([
    { status: null, problem: "The listener did not respond." },
    { status: 200, forwarded: true },
  ]);
  expect(second.printed.stderr).toContain("Delivering");
  await expect
    .poll(() => second.printed.stdout)
    .toMatch(/^payment {5}[\w-]{36} {2}SUCCEEDED {2}200, attempt 2, \d+ ms\n$/);
});

test("a listener that is interrupted finishes its delivery, and gives its turn back", async () => {
  const shop = await openSandbox();
  const receiver = await receive((response) =>
    setTimeout(() => response.writeHead(201).end(), 1_000),
  );
  const first = start(shop, receiver.url, "--json");
  await says(first, "Delivering");
  await payWithPostback(shop, UNREACHABLE);
  await receiver.arrived(1);
  first.child.kill("SIGINT");
  const { status, stdout } = await first.ended;
  expect([status, JSON.parse(stdout)]).toMatchObject([
    0,
    { attempt: 1, status: 201, recorded: true },
  ]);
  expect((await shop.control.listener.get()).data).toEqual({ connected: false, types: [] });
});
