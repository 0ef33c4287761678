import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { contractForms } from "../../scripts/generate/inspector-forms.ts";
import { NOBODY } from "../sandbox/company-fixture.ts";

// The page has its forms from its bundle, and its language from a browser.
vi.stubGlobal("CONTRACT_FORMS", contractForms());
vi.stubGlobal("localStorage", { getItem: () => null });
const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
vi.stubGlobal("document", page);
const { clientsOf, speakTo } = await import("../../src/inspector/api.ts");
const { LiveEvents } = await import("../../src/inspector/live-data.ts");

/** How long a page waits between two requests, in milliseconds. */
const SECOND = 1_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());
// The next file of this worker is in no page.
afterAll(() => void vi.unstubAllGlobals());

/** The page is seen or hidden, as by another tab. */
function show(visibilityState: "visible" | "hidden"): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
}

/** A page that follows a sandbox, which answers with its latest event, or with a status of an error, or not at all. */
async function follow() {
  show("visible");
  const sandbox = { latest: 7, status: 200, asked: 0, delay: Promise.resolve() };
  speakTo({
    baseUrl: "https://sandbox.example",
    fetch: async ({ url, method }) => {
      const { latest, status } = sandbox;
      if (method !== "GET") return Response.json({ data: {}, message: null });
      sandbox.asked += 1;
      await sandbox.delay;
      if (status === 0) throw new TypeError("There is no sandbox.");
      if (status !== 200) return Response.json({ data: { message: "No." } }, { status });
      const data = latest > Number(new URL(url).searchParams.get("after")) ? [{ id: latest }] : [];
      return Response.json({ data, meta: { total: data.length }, message: null });
    },
  });
  const live = new LiveEvents({ companyId: NOBODY });
  onTestFinished(() => live.close());
  const pass = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    // What the page then asks for is answered.
    await new Promise((resolve) => setImmediate(resolve));
  };
  await pass(0);
  expect([live.connection, live.version, sandbox.asked]).toEqual(["live", 1, 1]);
  return { sandbox, live, pass };
}

test("a page looks once a second, and reads again only if something happened", async () => {
  const { sandbox, live, pass } = await follow();
  for (let count = 2; count <= 5; count++) {
    await pass(SECOND);
    expect([live.version, sandbox.asked]).toEqual([1, count]);
  }
  sandbox.latest += 3;
  await pass(SECOND);
  expect(live.version).toBe(2);
  await pass(SECOND);
  expect(live.version).toBe(2);
});

test("it notices a timeline that was deleted, and one that began again", async () => {
  const { sandbox, live, pass } = await follow();
  for (const [index, latest] of [0, 3, 4].entries()) {
    sandbox.latest = latest;
    await pass(SECOND);
    expect(live.version).toBe(index + 2);
  }
});

test("it asks for nothing while nobody sees it, and at once when somebody does", async () => {
  const { sandbox, live, pass } = await follow();
  show("hidden");
  sandbox.latest += 1;
  await pass(60 * SECOND);
  expect([live.version, sandbox.asked]).toEqual([1, 1]);
  show("visible");
  await pass(0);
  expect([live.version, sandbox.asked]).toEqual([2, 2]);
});

test("it looks at once after a request of its own, but not after a read", async () => {
  const { sandbox, live, pass } = await follow();
  const { control } = clientsOf(NOBODY, () => live.look());
  sandbox.latest += 1;
  await control.clock.get();
  await pass(0);
  expect(live.version).toBe(1);
  await control.company.reset();
  await pass(0);
  expect(live.version).toBe(2);
});

test("a request that ends while it looks makes it look again, at once", async () => {
  const { sandbox, live, pass } = await follow();
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  sandbox.delay = promise;
  await pass(SECOND);
  sandbox.latest += 1;
  live.look();
  await pass(0);
  expect([live.version, sandbox.asked]).toEqual([1, 2]);
  answer();
  await pass(0);
  expect([live.version, sandbox.asked]).toEqual([2, 3]);
});

test.each([
  [0, "gone", SECOND],
  [503, "gone", SECOND],
  [401, "signed out", 10 * SECOND],
  [429, "crowded", 10 * SECOND],
])("after %i it is %s, says so once, and goes on by itself", async (status, connection, pause) => {
  const { sandbox, live, pass } = await follow();
  sandbox.status = status;
  await pass(SECOND);
  expect([live.connection, live.version]).toEqual([connection, 2]);
  await pass(pause);
  expect([live.version, sandbox.asked]).toEqual([2, 3]);
  sandbox.status = 200;
  await pass(pause);
  // Whatever happened meanwhile is read.
  expect([live.connection, live.version]).toEqual(["live", 3]);
});

test("it asks for nothing once it is closed, or if it is the operator's", async () => {
  const { sandbox, live, pass } = await follow();
  live.close();
  await pass(10 * SECOND);
  const operator = new LiveEvents({ companyId: "operator" });
  await pass(10 * SECOND);
  operator.close();
  expect([live.version, sandbox.asked]).toEqual([1, 1]);
});
