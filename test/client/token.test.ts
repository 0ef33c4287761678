import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ServiceError } from "../../src/client/index.ts";
import { type Arrived, errorReply, keys, ok, type Reply, serve, token } from "./fake-server.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Accepts only requests with one of these tokens. */
function onlyFor(...tokens: string[]): Reply {
  return (arrived) => (tokens.includes(tokenOf(arrived)) ? ok : errorReply(401));
}

function tokenOf({ headers }: Arrived): string {
  return headers.authorization?.replace("Bearer ", "") ?? "";
}

/** Holds its responses back until it is opened. */
function gate(given: Reply): { reply: Reply; open: () => void } {
  const opened = Promise.withResolvers<void>();
  const reply: Reply = async (arrived, response) => {
    await opened.promise;
    return typeof given === "function" ? given(arrived, response) : given;
  };
  return { reply, open: opened.resolve };
}

describe("a token is", () => {
  test("fetched with the keys when the first call is made, and not before", async () => {
    const { centavo, requests, tokenRequests } = await serve(ok);
    await pause(10);
    expect(tokenRequests).toEqual([]);

    await centavo.payments.get("1");
    expect(tokenRequests).toMatchObject([{ method: "POST", path: "/auth", body: keys }]);
    expect(tokenRequests[0]?.headers.authorization).toBeUndefined();
    expect(requests.map(tokenOf)).toEqual(["token-1"]);
  });

  test("kept for the calls that follow", async () => {
    const { centavo, requests, tokenRequests } = await serve(ok);
    for (let count = 0; count < 5; count++) await centavo.payments.get("1");
    expect(tokenRequests).toHaveLength(1);
    expect(requests.map(tokenOf)).toEqual(Array(5).fill("token-1"));
  });

  test.each([
    { expires_in: "3600s", used: 3_539, renewed: 3_540 },
    { expires_in: "60s", used: 29, renewed: 30 },
    { expires_in: "1s", used: 0, renewed: 1 },
  ])("renewed shortly before it expires: $expires_in", async ({ expires_in, used, renewed }) => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const { centavo, requests } = await serve(ok, {
      tokens: [token("old", expires_in), token("new", expires_in)],
    });
    for (const second of [0, used, renewed]) {
      vi.setSystemTime(second * 1000);
      await centavo.payments.get("1");
    }
    expect(requests.map(tokenOf)).toEqual(["old", "old", "new"]);
  });

  test.each(["", "soon", "1h", 3600, { toString: 1 }])(
    "used until it is rejected when it lasts %j",
    async (lasts) => {
      vi.useFakeTimers({ toFake: ["Date"], now: 0 });
      const { centavo, requests } = await serve([ok, ok, errorReply(401), ok], {
        tokens: [token("old", lasts as string), token("new")],
      });
      for (const day of [0, 1, 365]) {
        vi.setSystemTime(day * 86_400_000);
        await centavo.payments.get("1");
      }
      expect(requests.map(tokenOf)).toEqual(["old", "old", "old", "new"]);
    },
  );

  test("requested once by a thousand concurrent calls", async () => {
    const { centavo, requests, tokenRequests } = await serve(ok);
    await Promise.all(Array.from({ length: 1000 }, () => centavo.payments.get("1")));
    expect(tokenRequests).toHaveLength(1);
    expect(requests).toHaveLength(1000);
  });

  test("each client's own", async () => {
    const one = await serve(ok, { tokens: token("one") });
    const other = await serve(ok, { tokens: token("other") });
    await Promise.all([one.centavo.payments.get("1"), other.centavo.payments.get("1")]);
    expect([...one.requests, ...other.requests].map(tokenOf)).toEqual(["one", "other"]);
  });

  test("never refreshed with the refresh token", async () => {
    const service = await serve(onlyFor("token-2"));
    await service.centavo.payments.get("1");
    const sent = [...service.tokenRequests, ...service.requests];
    expect(sent.map(({ path }) => path)).toEqual(["/auth", "/auth", "/payments/1", "/payments/1"]);
    expect(JSON.stringify(sent)).not.toContain("refreshMe");
  });

  test("not the one that auth.createToken returns to its caller", async () => {
    const { centavo, requests } = await serve(ok);
    const { data } = await centavo.auth.createToken({ publicKey: "other", privateKey: "other" });
    await centavo.payments.get("1");
    expect(data.access_token).toBe("token-1");
    expect(requests.map(tokenOf)).toEqual(["token-2"]);
  });
});

describe("a 401", () => {
  test.each(["GET", "POST"])("renews the token and sends a %s again, once", async (method) => {
    const { centavo, requests, tokenRequests } = await serve(onlyFor("token-2"), {
      retry: { limit: 0 },
    });
    const body = { transactionId: "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d" };
    await (method === "GET" ? centavo.payments.get("1") : centavo.payments.refund(body));
    expect(requests.map(tokenOf)).toEqual(["token-1", "token-2"]);
    expect(requests.map(({ body }) => body)).toEqual(
      Array(2).fill(method === "GET" ? undefined : body),
    );
    expect(tokenRequests).toHaveLength(2);
  });

  test("of a proxy that responds in HTML does so too", async () => {
    const { centavo, requests } = await serve([{ status: 401, text: "<h1>401</h1>" }, ok]);
    await centavo.payments.get("1");
    expect(requests.map(tokenOf)).toEqual(["token-1", "token-2"]);
  });

  test("to the new token as well is an error, and the next call tries again", async () => {
    const { centavo, requests } = await serve([errorReply(401), errorReply(401), ok]);
    await expect(centavo.payments.get("1")).rejects.toMatchObject({
      name: "ServiceError",
      status: 401,
      operationId: "payments.get",
    });
    expect(requests.map(tokenOf)).toEqual(["token-1", "token-2"]);
    await centavo.payments.get("1");
  });

  test("does not use up a retry", async () => {
    const { centavo, requests } = await serve(
      [errorReply(503), errorReply(401), errorReply(503), ok],
      {
        retry: { limit: 2 },
      },
    );
    await centavo.payments.get("1");
    expect(requests.map(tokenOf)).toEqual(["token-1", "token-1", "token-2", "token-2"]);
  });

  test("to the keys is an error without a retry", async () => {
    const { centavo, requests, tokenRequests } = await serve(ok, { tokens: errorReply(401) });
    await expect(centavo.payments.get("1")).rejects.toMatchObject({
      status: 401,
      operationId: "auth.createToken",
    });
    expect(tokenRequests).toHaveLength(1);
    expect(requests).toEqual([]);
  });

  test("to a hundred calls with the old token renews it once", async () => {
    const { centavo, requests, tokenRequests } = await serve(onlyFor("token-2"));
    await Promise.all(Array.from({ length: 100 }, () => centavo.payments.get("1")));
    expect(tokenRequests).toHaveLength(2);
    expect(requests).toHaveLength(200);
  });

  test("that comes late, for an already replaced token, does not discard the new one", async () => {
    const late = gate(errorReply(401));
    const { centavo, requests, tokenRequests, arrived } = await serve([
      late.reply,
      errorReply(401),
      ok,
      ok,
    ]);
    const slow = centavo.payments.get("slow");
    await arrived(1);
    await centavo.payments.get("fast");
    late.open();
    await slow;
    expect(requests.map(tokenOf)).toEqual(["token-1", "token-1", "token-2", "token-2"]);
    expect(tokenRequests).toHaveLength(2);
  });
});

describe("a failed request for a token", () => {
  test("fails all calls that wait for it with the same error, and the next call tries again", async () => {
    const { centavo, requests, tokenRequests } = await serve(ok, {
      tokens: [errorReply(400), token("token-2")],
    });
    const calls = Array.from({ length: 10 }, () => centavo.payments.get("1").catch((e) => e));
    const errors = new Set(await Promise.all(calls));
    expect([...errors]).toEqual([expect.any(ServiceError)]);
    expect(tokenRequests).toHaveLength(1);
    expect(requests).toEqual([]);

    await centavo.payments.get("1");
    expect(tokenRequests).toHaveLength(2);
  });

  test.each([
    ["without a token", { body: { data: {} } }],
    ["with a token that is a number", { body: { data: { access_token: 1, expires_in: "3600s" } } }],
    ["with an empty token", token("")],
    ["with a token that no header can carry", token("to\nken")],
  ])("a response %s is such a failure", async (_, tokens) => {
    const { centavo, requests, tokenRequests } = await serve(ok, { tokens });
    await expect(centavo.payments.get("1")).rejects.toMatchObject({
      name: "UnexpectedResponseError",
      operationId: "auth.createToken",
      status: 200,
      text: "",
    });
    expect(requests).toEqual([]);
    expect(tokenRequests).toHaveLength(1);
  });
});

describe("a caller who gives up while waiting for the token", () => {
  test("does not affect the others", async () => {
    const held = gate(token("shared"));
    const { centavo, requests, tokenRequests } = await serve(ok, { tokens: held.reply });
    const controller = new AbortController();
    const leaving = centavo.payments.get("1", { signal: controller.signal });
    const staying = centavo.payments.get("2");
    controller.abort(new Error("enough"));
    await expect(leaving).rejects.toThrow("enough");
    held.open();
    await staying;
    expect(requests).toMatchObject([{ path: "/payments/2" }]);
    expect(tokenRequests).toHaveLength(1);
  });

  test("finds the token the next time, even if no other caller waited", async () => {
    const held = gate(token("kept"));
    const { centavo, tokenRequests } = await serve(ok, { tokens: held.reply });
    await expect(centavo.payments.get("1", { totalTimeout: 20 })).rejects.toThrow("20 ms");
    held.open();
    await centavo.payments.get("1");
    expect(tokenRequests).toHaveLength(1);
  });

  test("is not affected by its later failure", async () => {
    const held = gate(errorReply(400));
    const { centavo } = await serve(ok, { tokens: held.reply });
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    await expect(centavo.payments.get("1", { totalTimeout: 20 })).rejects.toThrow("20 ms");
    held.open();
    await pause(20);
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
