import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPostbackReceiver, type PostbackReceiverOptions } from "../../src/postbacks/index.ts";
import { createUrlSigner, readSignedPath } from "../../src/postbacks/signed-url.ts";

const URL_BASE = "https://shop.example/postbacks";
const SECRET = "0123456789abcdef0123456789abcdef";
const signer = createUrlSigner(URL_BASE, SECRET);

const isSigned = async (url: string, by = signer) => {
  const path = readSignedPath(url);
  return path !== undefined && (await by.isSigned(path));
};

test("a URL has the reference, and its HMAC-SHA256 in hexadecimal digits", async () => {
  const token = createHmac("sha256", SECRET).update("1042-2").digest("hex");
  expect(await signer.urlFor("1042-2")).toBe(`${URL_BASE}/1042-2/${token}`);
  const slash = createUrlSigner(`${URL_BASE}/`, SECRET);
  expect(await slash.urlFor("1042-2")).toBe(`${URL_BASE}/1042-2/${token}`);
});

test("any reference comes back from its URL, which no parser changes, or is rejected", async () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string(),
    fc.constantFrom(".", "..", "%2e"),
  );
  await fc.assert(
    fc.asyncProperty(anyText, async (reference) => {
      const url = await signer.urlFor(reference).catch((error) => error);
      if (url instanceof TypeError) {
        expect(reference).toMatch(/^\.{0,2}$|[/\\]|\p{Surrogate}/u);
        return;
      }
      expect(new URL(url).href).toBe(url);
      expect(readSignedPath(url)?.reference).toBe(reference);
      expect(await isSigned(url)).toBe(true);
    }),
  );
});

test.each(["", ".", "..", "a/b", "a\\b", "\ud800", 1042 as never])(
  "the reference %j is rejected",
  async (reference) => {
    await expect(signer.urlFor(reference)).rejects.toThrow(TypeError);
  },
);

describe("a token is wrong", () => {
  test("for another reference", async () => {
    const url = await signer.urlFor("1042");
    expect(await isSigned(url.replace("/1042/", "/1043/"))).toBe(false);
  });

  test("if any digit is changed, missing or added", async () => {
    const url = await signer.urlFor("1042");
    for (let at = url.length - 64; at < url.length; at += 1) {
      const digit = url[at] === "0" ? "1" : "0";
      expect(await isSigned(url.slice(0, at) + digit + url.slice(at + 1)), `${at}`).toBe(false);
    }
    expect(await isSigned(url.slice(0, -1))).toBe(false);
    expect(await isSigned(`${url}0`)).toBe(false);
  });

  test("with another secret", async () => {
    const other = createUrlSigner(URL_BASE, SECRET.replace("0", "1"));
    expect(await isSigned(await other.urlFor("1042"))).toBe(false);
  });

  test.each(["", "/", "//", "/1042", "/1042/", "/%/0", "/%E0%A4%A/0", "/1042/00/"])(
    "in the path %j",
    async (path) => expect(await isSigned(path)).toBe(false),
  );
});

test("a token is the same in capitals", async () => {
  const url = await signer.urlFor("1042");
  expect(await isSigned(`${url.slice(0, -64)}${url.slice(-64).toUpperCase()}`)).toBe(true);
});

test("a replaced secret still accepts, and no longer signs", async () => {
  const old = await signer.urlFor("1042");
  const next = createUrlSigner(URL_BASE, [SECRET.toUpperCase(), SECRET]);
  expect(await isSigned(old, next)).toBe(true);
  expect(await isSigned(await next.urlFor("1042"), next)).toBe(true);
  expect(await isSigned(await next.urlFor("1042"))).toBe(false);
});

describe("a mistake in the options shows at once, and not the secret", () => {
  const create = (change: object) => () =>
    createPostbackReceiver({
      ...{ url: URL_BASE, secret: SECRET, onPayment() {} },
      ...change,
    } as unknown as PostbackReceiverOptions);

  test.each([undefined, "", "short-secret", 42, [], [""], [SECRET, "short-secret"]])(
    "the secret %j",
    (secret) => {
      expect(create({ secret })).toThrow(/^secret must be a text of at least 32 characters/);
      expect(create({ secret })).not.toThrow(/short-secret/);
    },
  );

  test.each([
    undefined,
    "shop.example",
    "ftp://shop.example",
    `${URL_BASE}?a`,
    `${URL_BASE}#a`,
    "https://a:b@shop.example",
  ])("the url %j", (url) => expect(create({ url })).toThrow(/^url must be a URL like/));

  test.each(["", "changes", null, true])("each as %j", (each) => {
    expect(create({ each })).toThrow('each must be "change" or "event"');
  });

  test.each([0, Number.NaN, "9"])("the timeout %j", (timeout) => {
    expect(create({ timeout })).toThrow(/^timeout must be a number/);
  });
});
