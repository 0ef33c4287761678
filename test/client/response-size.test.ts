import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { serve, watched } from "./fake-server.ts";

const DEFAULT = 10_485_760;

/** A response with this many bytes in total, of which some belong to characters of two bytes. */
function ofSize(bytes: number): string {
  const json = '{"data":{"id":"ééé"}}';
  return json + " ".repeat(bytes - Buffer.byteLength(json));
}

test.each([
  [1_000, { maxResponseSize: 1_000 }],
  [DEFAULT, {}],
])("%i bytes are read with %j, and no more", async (limit, options) => {
  const { centavo } = await serve(
    [ofSize(limit), ofSize(limit + 1)].map((text) => ({ text })),
    options,
  );
  expect((await centavo.payments.get("1")).data).toEqual({ id: "ééé" });
  await expect(centavo.payments.get("1")).rejects.toMatchObject({
    name: "UnexpectedResponseError",
    message: `payments.get: the response with status 200 is larger than ${limit} bytes (maxResponseSize)`,
  });
});

test("bytes count as they are when a compression is undone, and the rest is not read", async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, " "));
  const { reply, closed } = watched((_arrived, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    // A tenth, which is 20 MB, and no end: a client that reads on waits forever.
    response.write(bomb.subarray(0, bomb.length / 10));
    return undefined;
  });
  const { centavo } = await serve(reply);
  await expect(centavo.payments.get("1")).rejects.toThrow(/is larger than 10485760 bytes/);
  await closed;
});

test("responses are read on a platform without streams", async () => {
  const fetch = async (request: Request) =>
    Object.defineProperty(await globalThis.fetch(request), "body", { value: undefined });
  const { centavo } = await serve({ text: ofSize(2_000) }, { fetch });
  expect((await centavo.payments.get("1")).data.id).toBe("ééé");
});
