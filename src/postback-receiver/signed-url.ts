import { parseUrl } from "../client/parse-url.ts";

/** What the last two segments of a postback's path hold. */
export interface SignedPath {
  reference: string;
  /** In small letters. */
  token: string;
}

/** Signs references, and finds out whether a path was signed. */
interface UrlSigner {
  urlFor(reference: string): Promise<string>;
  isSigned(path: SignedPath): Promise<boolean>;
}

const HMAC = { name: "HMAC", hash: "SHA-256" };
/** The token: a SHA-256 in hexadecimal digits. */
const TOKEN = /^[\da-f]{64}$/;
const MIN_SECRET_LENGTH = 32;

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Signs with the first secret, and accepts what any of them signed. */
export function createUrlSigner(url: string, secret: string | readonly string[]): UrlSigner {
  const base = checkUrl(url);
  const secrets = checkSecrets(secret);
  let keys: [Promise<CryptoKey>, ...Promise<CryptoKey>[]] | undefined;
  const keysOf = () => (keys ??= secrets.map(keyOf) as [Promise<CryptoKey>]);
  return {
    async urlFor(reference) {
      const segment = encodeSegment(reference);
      const hash = await crypto.subtle.sign("HMAC", await keysOf()[0], bytesOf(reference));
      return `${base}/${segment}/${toHex(new Uint8Array(hash))}`;
    },
    async isSigned({ reference, token }) {
      if (!TOKEN.test(token)) return false;
      const checks = keysOf().map(async (key) =>
        // Takes the same time for every wrong token.
        crypto.subtle.verify("HMAC", await key, fromHex(token), bytesOf(reference)),
      );
      return (await Promise.all(checks)).includes(true);
    },
  };
}

/**
 * Reads the last two segments of a URL or a path. What precedes them is not compared: a proxy or a
 * router may have changed it, and the token does not depend on it.
 */
export function readSignedPath(url: string): SignedPath | undefined {
  const path = url.replace(/[?#].*$/s, "");
  const [, segment = "", token = ""] = /\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  try {
    if (!token) return undefined;
    return { reference: decodeURIComponent(segment), token: token.toLowerCase() };
  } catch {
    return undefined;
  }
}

function keyOf(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytesOf(secret), HMAC, false, ["sign", "verify"]);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromHex(text: string) {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

/** Routers and proxies treat slashes and dots differently, so a reference has none that they would change. */
function encodeSegment(reference: string): string {
  if (typeof reference === "string" && !/^\.{0,2}$|[/\\]|\p{Surrogate}/u.test(reference)) {
    return encodeURIComponent(reference);
  }
  throw new TypeError('reference must be a text without slashes, such as "1042-2"');
}

// The messages do not show the value: it may be a misplaced secret.

function checkUrl(value: string): string {
  const url = parseUrl(value);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password + url.search + url.hash
  )
    throw new TypeError(
      'url must be a URL like "https://shop.example/postbacks", without user, query or fragment',
    );
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

function checkSecrets(secret: string | readonly string[]): readonly [string, ...string[]] {
  const [first, ...others] =
    typeof secret === "string" ? [secret] : Array.isArray(secret) ? secret : [];
  const isSecret = (each: unknown) => typeof each === "string" && each.length >= MIN_SECRET_LENGTH;
  if (first !== undefined && [first, ...others].every(isSecret)) return [first, ...others];
  throw new TypeError(
    `secret must be a text of at least ${MIN_SECRET_LENGTH} characters, or a list of such`,
  );
}
