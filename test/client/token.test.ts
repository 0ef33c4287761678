import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Centavo, ServiceError } from "../../src/client/index.ts";
import { type Arrived, errorReply, keys, ok, type Reply, serve, token } from "./fake-server.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Accepts only requests with this token. It rejects the others in HTML, as a proxy does. */
const onlyFor =
  (accepted: string): Reply =>
  (arrived) =>
    tokenOf(arrived) === accepted ? ok : { status: 401, text: "<h1>401</h1>" };

function tokenOf({ headers }: Arrived): string {
  return headers.authorization?.replace("Bearer ", "") ?? "";
}

/** Holds a response back until it is opened. */
function gate(response: ReturnType<typeof token>): { reply: Reply; open: () => void } {
  const opened = Promise.withResolvers<void>();
  return { reply: () => opened.promise.then(() => response), open: opened.resolve };
}

const read = ({ payments }: Centavo) => payments.get("1");
const readTimes = (count: number, centavo: Centavo) =>
  Promise.all(Array.from({ length: count }, () => read(centavo)));

describe("a token is", () => {
  test("fetched with the keys when the first call is made, and kept", async () => {
    const { centavo, requests, tokenRequests } = await serve(ok);
    await pause(10);
    expect(tokenRequests).toEqual([]);

    for (let count = 0; count < 5; count++) await read(centavo);
    expect(tokenRequests).toMatchObject([{ method: "POST", path: "/auth", body: keys }]);
    expect(tokenRequests[0]?.headers.authorization).toBeUndefined();
    expect(requests.map(tokenOf)).toEqual(Array(5).fill("token-1"));
  });

  test.each([
    ["3600s", 3_539, 3_540],
    ["60s", 29, 30],
    ["1s", 0, 1],
  ])("renewed shortly before it expires: %s", async (lasts, used, renewed) => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const tokens = [token("old", lasts), token("new", lasts)];
    const { centavo, requests } = await serve(ok, { tokens });
    for (const second of [0, used, renewed]) {
      vi.setSystemTime(second * 1000);
      await read(centavo);
    }
    expect(requests.map(tokenOf)).toEqual(["old", "old", "new"]);
  });

  test.each(["", "soon", "1h", "1s.", "-1s", 3600, { toString: 1 }])(
    "used until it is rejected when it lasts %j",
    async (lasts) => {
      vi.useFakeTimers({ toFake: ["Date"], now: 0 });
      const tokens = [token("old", lasts as string), token("new")];
      const { centavo, requests } = await serve([ok, ok, errorReply(401), ok], { tokens });
      for (const day of [0, 1, 365]) {
        vi.setSystemTime(day * 86_400_000);
        await read(centavo);
      }
      expect(requests.map(tokenOf)).toEqual(["old", "old", "old", "new"]);
    },
  );

  test("not the one that auth.createToken returns to its caller", async () => {
    const { centavo, requests } = await serve(ok);
    const { data } = await centavo.auth.createToken({ publicKey: "other", privateKey: "other" });
    await read(centavo);
    expect(data.access_token).toBe("token-1");
    expect(requests.map(tokenOf)).toEqual(["token-2"]);
  });
});

describe("a 401", () => {
  const refund = { transactionId: "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d" };
  test.each<[string, unknown, (centavo: Centavo) => Promise<unknown>]>([
    ["GET", undefined, read],
    ["POST", refund, ({ payments }) => payments.refund(refund)],
  ])("renews the token, with the keys, and sends a %s again, once", async (_title, body, send) => {
    const service = await serve(onlyFor("token-2"), { retry: { limit: 0 } });
    await send(service.centavo);
    expect(service.requests.map(tokenOf)).toEqual(["token-1", "token-2"]);
    expect(service.requests).toMatchObject([{ body }, { body }]);
    expect(service.tokenRequests).toMatchObject([{ body: keys }, { body: keys }]);
    const sent = [...service.requests, ...service.tokenRequests];
    expect(JSON.stringify(sent)).not.toContain("refreshMe");
  });

  test("to the new token as well is an error, and the next call tries again", async () => {
    const { centavo, requests } = await serve([errorReply(401), errorReply(401), ok]);
    const error = { name: "ServiceError", status: 401, operationId: "payments.get" };
    await expect(read(centavo)).rejects.toMatchObject(error);
    expect(requests.map(tokenOf)).toEqual(["token-1", "token-2"]);
    await read(centavo);
  });

  test("does not use up a retry", async () => {
    const replies = [errorReply(503), errorReply(401), errorReply(503), ok];
    const { centavo, requests } = await serve(replies, { retry: { limit: 2 } });
    await read(centavo);
    expect(requests.map(tokenOf)).toEqual(["token-1", "token-1", "token-2", "token-2"]);
  });

  test("to a hundred calls with the old token renews it once", async () => {
    const { centavo, requests, tokenRequests } = await serve(onlyFor("token-2"));
    await readTimes(100, centavo);
    expect([requests.length, tokenRequests.length]).toEqual([200, 2]);
  });

  test("that comes late, for an already replaced token, does not discard the new one", async () => {
    const late = gate(errorReply(401));
    const service = await serve([late.reply, errorReply(401), ok, ok]);
    const slow = read(service.centavo);
    await service.arrived(1);
    await read(service.centavo);
    late.open();
    await slow;
    expect(service.requests.map(tokenOf)).toEqual(["token-1", "token-1", "token-2", "token-2"]);
    expect(service.tokenRequests).toHaveLength(2);
  });
});

test.each([400, 401])(
  "a failed request for a token fails all calls that wait for it, and the next tries again: %i",
  async (status) => {
    const tokens = [errorReply(status), token("token-2")];
    const { centavo, requests, tokenRequests } = await serve(ok, { tokens });
    const calls = Array.from({ length: 10 }, () => read(centavo).catch((e) => e));
    const errors = new Set(await Promise.all(calls));
    expect([...errors]).toEqual([expect.any(ServiceError)]);
    expect([...errors]).toMatchObject([{ status, operationId: "auth.createToken" }]);
    expect([requests.length, tokenRequests.length]).toEqual([0, 1]);

    await read(centavo);
    expect(tokenRequests).toHaveLength(2);
  },
);

test("a caller who gives up while waiting for the token does not affect the others", async () => {
  const held = gate(token("shared"));
  const { centavo, requests, tokenRequests } = await serve(ok, { tokens: held.reply });
  const controller = new AbortController();
  const leaving = centavo.payments.get("1", { signal: controller.signal });
  const staying = read(centavo);
  controller.abort(new Error("enough"));
  await expect(leaving).rejects.toThrow("enough");
  const later = read(centavo);
  held.open();
  await Promise.all([staying, later]);
  expect([requests.length, tokenRequests.length]).toEqual([2, 1]);
});
