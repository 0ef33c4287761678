import fc from "fast-check";
import { expect, test } from "vitest";
import { serve } from "./fake-server.ts";

/** Characters that addresses, headers or JSON treat in a special way, and plain ones. */
const character = fc.oneof(
  fc.constantFrom(..."%?#&=+;:@,.~!*'()[]{}<>|^`\"$ \t\n\r\0\u007f\u2028ÀãçÉ€😀🇧🇷"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
);
const text = fc.string({ unit: character, maxLength: 40 });
const id = fc
  .oneof(text, fc.constantFrom("%2F", "%2e%2e", "...", "{splitId}", "$&", "0", "-1", "null"))
  .filter((one) => one !== "" && !/^\.{1,2}$|[/\\]/.test(one));
const json = fc.oneof(
  fc.jsonValue({ stringUnit: "binary" }),
  fc.dictionary(
    fc.constantFrom("__proto__", "constructor", "toString", "toJSON", "data", "ção"),
    fc.jsonValue(),
  ),
);

/** Lets the same client send many values, and hands out what arrived of each. */
async function sender() {
  const { centavo, requests } = await serve({ body: { data: [], meta: { total: 0 } } });
  return {
    centavo,
    arrived: () => {
      const [request, ...others] = requests.splice(0);
      expect(others).toEqual([]);
      return request;
    },
  };
}

const many = { numRuns: 200 };

test("any id without a slash arrives as it was given", async () => {
  const { centavo, arrived } = await sender();
  await fc.assert(
    fc.asyncProperty(id, id, async (subscription, split) => {
      await centavo.subscriptions.removeSplit(subscription, split);
      const parts = arrived()?.path.split("/").map(decodeURIComponent);
      expect(parts).toEqual(["", "subscriptions", subscription, "remove_split", split]);
    }),
    many,
  );
});

test("any text to filter by arrives as it was given", async () => {
  const { centavo, arrived } = await sender();
  await fc.assert(
    fc.asyncProperty(text, text, async (title, status) => {
      await centavo.subscriptions.list({ title, status: status as "ACTIVE" });
      expect(arrived()).toMatchObject({ path: "/subscriptions", query: { title, status } });
    }),
    many,
  );
});

test("any number, and no filter that is undefined, arrives", async () => {
  const { centavo, arrived } = await sender();
  const query = fc.record({
    amount: fc.option(fc.integer(), { nil: undefined }),
    page: fc.option(fc.nat(), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(query, async (given) => {
      await centavo.payments.list(given as object);
      const sent = Object.entries(given).filter(([, value]) => value !== undefined);
      expect(arrived()?.query).toEqual(
        Object.fromEntries(sent.map(([name, value]) => [name, `${value}`])),
      );
    }),
    many,
  );
});

test("any body arrives as the JSON that it is", async () => {
  const { centavo, arrived } = await sender();
  await fc.assert(
    fc.asyncProperty(json, async (body) => {
      await centavo.payments.create(body as never);
      const request = arrived();
      expect(request?.text).toBe(JSON.stringify(body));
      expect(Number(request?.headers["content-length"])).toBe(
        Buffer.byteLength(request?.text ?? ""),
      );
      expect(request?.headers["content-type"]).toBe("application/json");
    }),
    many,
  );
});

test("a change to the body while the token is fetched has no effect", async () => {
  const { centavo, arrived } = await sender();
  const body = { transactionId: "first" };
  const call = centavo.payments.refund(body);
  body.transactionId = "second";
  await call;
  expect(arrived()?.body).toEqual({ transactionId: "first" });
});
