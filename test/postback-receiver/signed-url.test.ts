import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createPostbackReceiver,
  type PostbackReceiverOptions,
} from "../../src/postback-receiver/index.ts";
import { createUrlSigner, readSignedPath } from "../../src/postback-receiver/signed-url.ts";

const URL_BASE = "https://shop.example/postbacks";
const SECRET = "0123456789abcdef0123456789abcdef";
const signer = createUrlSigner(URL_BASE, SECRET);

const isSigned = async (url: string, by = signer) => {
  const path = readSignedPath(url);
  return path !== undefined && (await by.isSigned(path));
};

test("a URL has the reference, and its HMAC-SHA256 in hexadecimal digits", async () => {
  const token = createHmac("sha256", SECRET).update("1042-2").digest("hex");
  for (const each of [signer, createUrlSigner(`${URL_BASE}/`, SECRET)]) {
    expect(await each.urlFor("1042-2")).toBe(`${URL_BASE}/1042-2/${token}`);
  }
});

test("any reference comes back from its URL, which no parser changes, or is rejected", async () => {
  const special = fc.constantFrom("", ".", "..", "%2e", "a/b", "a\\b", "\ud800");
  const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string(), special);
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

test("a token is wrong for another reference, by another secret, and with any other digit", async () => {
  const url = await signer.urlFor("1042");
  const other = createUrlSigner(URL_BASE, SECRET.replace("0", "1"));
  const changed = Array.from({ length: 64 }, (_, place) => {
    const at = url.length - 1 - place;
    return `${url.slice(0, at)}${url[at] === "0" ? "1" : "0"}${url.slice(at + 1)}`;
  });
  const wrong = [url.replace("/1042/", "/1043/"), await other.urlFor("1042"), url.slice(0, -1)];
  for (const each of [...wrong, `${url}0`, ...changed]) expect(await isSigned(each)).toBe(false);
});

test.each(["", "/", "//", "/1042", "/1042/", "/%/0", "/%E0%A4%A/0", "/1042/00/"])(
  "the path %j has no token",
  async (path) => expect(await isSigned(path)).toBe(false),
);

test("a token is the same in capitals, at another address, and before a query or a fragment", async () => {
  const { href, pathname } = new URL(await signer.urlFor("1042"));
  expect(await isSigned(`${href.slice(0, -64)}${href.slice(-64).toUpperCase()}`)).toBe(true);
  for (const end of ["", "?from=/old/shop", "#a/b"]) {
    expect(await isSigned(`https://old.example/shop${pathname}${end}`)).toBe(true);
  }
});

test("a replaced secret still accepts, and no longer signs", async () => {
  const old = await signer.urlFor("1042");
  const next = createUrlSigner(URL_BASE, [SECRET.toUpperCase(), SECRET]);
  expect(await isSigned(old, next)).toBe(true);
  expect(await isSigned(await next.urlFor("1042"), next)).toBe(true);
  expect(await isSigned(await next.urlFor("1042"))).toBe(false);
});

const secretWords = /^(?!.*short-secret)secret must be a text of at least 32 characters/;
const urlWords = /^url must be a URL like/;

test.each<[name: string, value: unknown, words: RegExp]>([
  ...[undefined, "", "short-secret", 42, [], [SECRET, "short-secret"]].map(
    (secret) => ["secret", secret, secretWords] as [string, unknown, RegExp],
  ),
  ["url", undefined, urlWords],
  ["url", "ftp://shop.example", urlWords],
  ["url", `${URL_BASE}?a`, urlWords],
  ["url", `${URL_BASE}#a`, urlWords],
  ["url", "https://a:b@shop.example", urlWords],
  ["each", "changes", /^each must be "change" or "event"$/],
  ["timeout", 0, /^timeout must be a number/],
])("%s as %j is rejected at once, and a secret not shown", (name, value, words) => {
  const options = { url: URL_BASE, secret: SECRET, onPayment() {}, [name]: value };
  const create = () => createPostbackReceiver(options as unknown as PostbackReceiverOptions);
  expect(create).toThrow(words);
});
