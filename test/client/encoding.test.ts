import fc from "fast-check";
import { expect, test } from "vitest";
import type { Centavo } from "../../src/client/index.ts";
import { type Arrived, ok, serve } from "./fake-server.ts";

/** Characters that addresses, headers or JSON treat in a special way, and plain ones. */
const character = fc.oneof(
  fc.constantFrom(..."%?#&=+;:@,.~!*'()[]{}<>|^`\"$ \t\n\r\0\u007f\u2028ÀãçÉ€😀🇧🇷"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
);
const text = fc.string({ unit: character, maxLength: 40 });
const id = fc
  .oneof(text, fc.constantFrom("%2F", "%2e%2e", "...", "{splitId}", "$&", "0", "-1", "null"))
  .filter((one) => one !== "" && !/^\.{1,2}$|[/\\]/.test(one));
const name = fc.constantFrom("__proto__", "constructor", "toString", "toJSON", "data", "ção");
const json = fc.oneof(fc.jsonValue({ stringUnit: "binary" }), fc.dictionary(name, fc.jsonValue()));

/** Sends many values with the same client, and compares what arrives of each. */
async function checkAll<Value>(
  values: fc.Arbitrary<Value>,
  send: (centavo: Centavo, value: Value) => PromiseLike<unknown>,
  compare: (arrived: Arrived, value: Value) => void,
) {
  const { centavo, requests } = await serve({ body: { data: [], meta: { total: 0 } } });
  const check = fc.asyncProperty(values, async (value) => {
    await send(centavo, value);
    const [arrived, ...others] = requests.splice(0) as [Arrived];
    expect(others).toEqual([]);
    compare(arrived, value);
  });
  await fc.assert(check, { numRuns: 200 });
}

test("any id without a slash arrives as it was given", () =>
  checkAll(
    fc.tuple(id, id),
    ({ subscriptions }, [subscription, split]) => subscriptions.removeSplit(subscription, split),
    ({ path }, [subscription, split]) => {
      const parts = path.split("/").map(decodeURIComponent);
      expect(parts).toEqual(["", "subscriptions", subscription, "remove_split", split]);
    },
  ));

test("any text and any number to filter by arrives as it was given, and nothing that is undefined", () =>
  checkAll(
    fc.record({ title: text, page: fc.option(fc.nat(), { nil: undefined }), limit: fc.integer() }),
    ({ subscriptions }, query) => subscriptions.list(query as object),
    ({ query }, given) => {
      const sent = Object.entries(given).filter(([, value]) => value !== undefined);
      expect(query).toEqual(Object.fromEntries(sent.map(([name, value]) => [name, `${value}`])));
    },
  ));

test("any body arrives as the JSON that it is", () =>
  checkAll(
    json,
    ({ payments }, body) => payments.create(body as never),
    ({ text, headers }, body) => {
      expect(text).toBe(JSON.stringify(body));
      expect(Number(headers["content-length"])).toBe(Buffer.byteLength(text));
      expect(headers["content-type"]).toBe("application/json");
    },
  ));

test("a change to the body while the token is fetched has no effect", async () => {
  const { centavo, requests } = await serve(ok);
  const body = { transactionId: "first" };
  const call = centavo.payments.refund(body);
  body.transactionId = "second";
  await call;
  expect(requests).toMatchObject([{ body: { transactionId: "first" } }]);
});
