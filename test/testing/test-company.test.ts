import { afterAll, beforeAll, expect, expectTypeOf, onTestFinished, test, vi } from "vitest";
import { createCentavo, type ServiceError } from "../../src/client/index.ts";
import { createSandbox, type Sandbox, startSandbox } from "../../src/sandbox-node/index.ts";
import {
  createTestCompany,
  deliverToTestReceivers,
  type RunningSandbox,
} from "../../src/testing/index.ts";
import type * as playwright from "../../src/testing/playwright.ts";
import { timelineOfFailure } from "../../src/testing/sandbox-fixtures.ts";
import type * as vitest from "../../src/testing/vitest.ts";
import { cardOrder, pixOrder } from "./suites/orders.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ clock: "2026-03-02T12:00:00Z" });
});
afterAll(() => sandbox.close());

async function openCompany(at: RunningSandbox = sandbox) {
  const company = await createTestCompany(at);
  onTestFinished(() => company.close());
  return company;
}

test("a company sees nothing of another, and has a clock of its own", async () => {
  const [one, other] = [await openCompany(), await openCompany()];
  await one.centavo.payments.create(cardOrder);
  expect(await other.centavo.payments.list()).toMatchObject({ data: [] });
  // A program connects with the company's address and its keys, and may take its fetch.
  const program = createCentavo({ baseUrl: one.url, ...one });
  expect(await program.payments.list()).toMatchObject({ meta: { total: 1 } });

  expect(await one.clock.advance({ days: 1 })).toMatchObject({ now: "2026-03-03T12:00:00.000Z" });
  expect(await one.clock.now()).toBe("2026-03-03T12:00:00.000Z");
  expect(await other.clock.now()).toBe("2026-03-02T12:00:00.000Z");
});

test("a sandbox in another container has no TLS, and is called by its name", async () => {
  const { fetch, close } = await createSandbox();
  onTestFinished(close);
  const { centavo } = await openCompany({ url: "http://sandbox:4020", fetch });
  expect((await centavo.payments.create(cardOrder)).data.status).toBe("SUCCEEDED");
});

test("the timeline has the latest events, the earliest first", async () => {
  const { centavo, clock, timeline } = await openCompany();
  await centavo.payments.create(cardOrder);
  await clock.advance({ days: 1 });
  const [title, ...lines] = (await timeline()).split("\n");
  expect(title).toBe("The test's company, all events:");
  for (const part of ["payments.create", "payment status", "clock.advance"]) {
    expect(lines.join()).toContain(part);
  }
  const [, ...latest] = (await timeline({ limit: 2 })).split("\n");
  expect(latest).toEqual(lines.slice(-2));
});

test("after a failure, the inspector of a sandbox that goes on running is where the latest refused request is", async () => {
  const company = await openCompany();
  expect(await timelineOfFailure(company, sandbox.url)).toBe(await company.timeline());
  const refused = await company.centavo.cards.get("none").catch((error: unknown) => error);
  await company.centavo.payments.list();
  const { headers } = refused as ServiceError;
  const address = headers.get("x-sandbox-request-url");
  expect(await timelineOfFailure(company, sandbox.url)).toMatch(
    new RegExp(`\\nThe latest request with an error, perhaps an expected one: ${address}$`),
  );
  expect(await timelineOfFailure(company)).not.toContain("with an error");
});

test("a sandbox with an operator's key creates companies with it only", async () => {
  const guarded = await startSandbox({ operatorKey: "let-me-in" });
  onTestFinished(() => guarded.close());
  const { url } = guarded;
  const company = await openCompany({ url, operatorKey: "let-me-in" });
  expect(await company.centavo.payments.list()).toMatchObject({ data: [] });
  for (const wrong of [{ url }, { url, operatorKey: "guessed" }]) {
    await expect(createTestCompany(wrong)).rejects.toMatchObject({ status: 401 });
  }
});

test("in a sandbox without a server, a company reaches only the sandbox, and only its receiver gets its postbacks", async () => {
  const inProcess = await createSandbox({
    clock: "2026-03-02T12:00:00Z",
    receiver: deliverToTestReceivers,
  });
  onTestFinished(() => inProcess.close());
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const network = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("the network"));
  onTestFinished(() => network.mockRestore());
  const [one, other] = [await openCompany(inProcess), await openCompany(inProcess)];
  const program = createCentavo({ baseUrl: one.url, ...one });

  one.receiver.respondWith(503, 200);
  await program.payments.create(pixOrder(one.receiver.url));
  await one.clock.advance({ seconds: 600 });
  expect(one.receiver.postbacks({ data: { status: "PENDING" } })).toHaveLength(2);
  await one.close();
  await other.centavo.payments.create(pixOrder("http://127.0.0.1:3000/postbacks?secret"));
  await other.centavo.payments.create(pixOrder(one.receiver.url));
  await inProcess.settled();

  expect(other.receiver.postbacks()).toEqual([]);
  expect(one.receiver.postbacks()).toHaveLength(2);
  const problem =
    "Nothing was sent to http://127.0.0.1:3000: without a server, postbacks reach only the test's receiver.";
  expect(warn.mock.calls).toEqual([[problem]]);
  expect(await other.timeline()).toContain("postback  ");
  expect(network).not.toHaveBeenCalled();
});

test("the options without a server are Vitest's, and have nothing that needs one", () => {
  type WithoutServer = { server: false; clock: string };
  expectTypeOf<WithoutServer>().toExtend<vitest.InProcessOptions>();
  expectTypeOf<WithoutServer & { postbacks: "any" }>().not.toExtend<vitest.InProcessOptions>();
  expectTypeOf<WithoutServer & { url: string }>().not.toExtend<vitest.InProcessOptions>();
  expectTypeOf<WithoutServer>().not.toExtend<playwright.TestOptions>();
});
