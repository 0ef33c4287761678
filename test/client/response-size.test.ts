import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { serve, token, watched } from "./fake-server.ts";

const DEFAULT = 10_485_760;

/** A response with this many bytes in total. */
function ofSize(bytes: number): string {
  const [begin, end] = ['{"data":{"id":"', '"}}'];
  return begin + "x".repeat(bytes - begin.length - end.length) + end;
}

test.each([
  [1_000, 1_000, true],
  [1_000, 1_001, false],
  [undefined, DEFAULT, true],
  [undefined, DEFAULT + 1, false],
])(
  "with a maxResponseSize of %s, %i bytes are read: %s",
  async (maxResponseSize, bytes, isRead) => {
    const options = maxResponseSize ? { maxResponseSize } : {};
    const { centavo } = await serve({ text: ofSize(bytes) }, options);
    const error = await centavo.payments.get("1").catch((e) => e);
    if (isRead) return expect(error).not.toBeInstanceOf(Error);
    return expect(error).toMatchObject({
      name: "UnexpectedResponseError",
      message: `payments.get: the response with status 200 is larger than ${maxResponseSize ?? DEFAULT} bytes: increase maxResponseSize if you expect this`,
    });
  },
);

test("characters of several bytes count as their bytes", async () => {
  // 203 bytes, of which three belong to characters of two. The default response with a token would be larger.
  const reply = { text: '{"data":{"id":"ééé"}}'.padEnd(200) };
  const tokens = token("t", "1s");
  const wide = await serve(reply, { tokens, maxResponseSize: 202 });
  await expect(wide.centavo.payments.get("1")).rejects.toThrow("is larger than 202 bytes");
  const right = await serve(reply, { tokens, maxResponseSize: 203 });
  expect((await right.centavo.payments.get("1")).data).toEqual({ id: "ééé" });
});

test("bytes count as they are when a compression is undone, and the rest is not read", async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, " "));
  const { reply, closed } = watched((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    // A tenth, which is 20 MB, and no end: a client that reads on waits forever.
    response.write(bomb.subarray(0, bomb.length / 10));
    return undefined;
  });
  const { centavo } = await serve(reply);
  await expect(centavo.payments.get("1")).rejects.toThrow(/is larger than 10485760 bytes/);
  await closed;
});

test("an endless response is abandoned, and its connection closed", async () => {
  const { reply, closed } = watched((_, response) => {
    const chunk = Buffer.alloc(100_000, "<p>sandbox ");
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", write);
    response.writeHead(502);
    write();
    return undefined;
  });
  const { centavo } = await serve(reply, { maxResponseSize: 1_000_000, retry: { limit: 0 } });
  const error = await centavo.payments.get("1").catch((e) => e);
  expect(error).toMatchObject({ status: 502, text: expect.stringMatching(/^<p>sandbox.{490}$/) });
  await closed;
});

test("a response with a token that is too large is not shown", async () => {
  const tokens = token("secret-token-of-somebody".repeat(50));
  const { centavo } = await serve({}, { tokens, maxResponseSize: 500 });
  const error = { operationId: "auth.createToken", text: "" };
  await expect(centavo.payments.get("1")).rejects.toMatchObject(error);
});

test("responses are read on a platform without streams", async () => {
  const fetch = async (request: Request) =>
    Object.defineProperty(await globalThis.fetch(request), "body", { value: undefined });
  const { centavo } = await serve({ text: ofSize(2_000) }, { fetch });
  expect((await centavo.payments.get("1")).data.id).toHaveLength(1_982);
});
