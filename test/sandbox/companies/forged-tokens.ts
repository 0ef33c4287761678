import { createHmac } from "node:crypto";

/** What a forger may know. */
export interface Stolen {
  /** An access token and a refresh token of the same company. */
  access: string;
  refresh: string;
  /** Access tokens that counted once, or that count elsewhere. */
  expired: string;
  elsewhere: string;
  keys: { publicKey: string; privateKey: string };
  /** The id of the company to impersonate. */
  victim: string;
}

/** Values of the Authorization header, by what is wrong with them; undefined is none. */
export function badAuthorizations(stolen: Stolen): Record<string, (string | undefined)[]> {
  const { access, refresh, expired, elsewhere, keys } = stolen;
  const forged = Object.entries(forgedTokens(stolen)).map(([what, tokens]) => [
    what,
    tokens.map((token) => `Bearer ${token}`),
  ]);
  return {
    "no token": [undefined, "", "Bearer", "Bearer "],
    "no scheme, or another": [access, `Basic ${access}`, `BearerX ${access}`],
    "two tokens": [`Bearer ${access} ${access}`, `Bearer ${access}, Bearer ${access}`],
    "a token in quotes": [`Bearer "${access}"`],
    "the keys": [`Basic ${btoa(`${keys.publicKey}:${keys.privateKey}`)}`],
    "a refresh token": [`Bearer ${refresh}`],
    "an expired token": [`Bearer ${expired}`],
    "the token of another sandbox": [`Bearer ${elsewhere}`],
    ...Object.fromEntries(forged),
  };
}

function forgedTokens({ access, refresh, keys, victim }: Stolen): Record<string, string[]> {
  const [head = "", claims = "", signature = ""] = access.split(".");
  const [, refreshClaims = "", refreshSignature = ""] = refresh.split(".");
  const said = decoded(claims);
  const as = (change: object) => encoded({ ...said, ...change });
  const secrets = ["", "secret", "centavo", "null", keys.publicKey, keys.privateKey, signature];
  const none = ["none", "None", "NONE", "nOnE", ""].map((alg) => encoded({ alg, typ: "JWT" }));
  const other = ["HS384", "RS256", "ES256"].map((alg) => encoded({ alg, typ: "JWT" }));
  return {
    "a changed header": changedAt(head).map((each) => `${each}.${claims}.${signature}`),
    "a changed claim": changedAt(claims).map((each) => `${head}.${each}.${signature}`),
    "a changed signature": changedAt(signature).map((each) => `${head}.${claims}.${each}`),
    "another last bit": lastBits(signature).map((each) => `${head}.${claims}.${each}`),
    "no algorithm": none.flatMap((each) => [
      `${each}.${claims}.`,
      `${each}.${claims}.${signature}`,
    ]),
    "another algorithm": other.map((each) => `${each}.${claims}.${signature}`),
    "another secret": secrets.flatMap((secret) => [
      signed(`${head}.${claims}`, secret),
      signed(`${head}.${as({ sub: victim })}`, secret),
    ]),
    "other claims": [
      `${head}.${as({ sub: victim })}.${signature}`,
      `${head}.${as({ sub: "" })}.${signature}`,
      `${head}.${as({ exp: said.exp + 1 })}.${signature}`,
      `${head}.${encoded({ ...decoded(refreshClaims), use: "access" })}.${refreshSignature}`,
      `${head}.${claims}.${refreshSignature}`,
      `${head}.${Buffer.from("{").toString("base64url")}.${signature}`,
      `${head}.${encoded(JSON.parse('{"__proto__":{"sub":"x"}}'))}.${signature}`,
    ],
    "parts that are missing": [
      `${head}.${claims}.`,
      `${head}.${claims}`,
      `${head}..${signature}`,
      `.${claims}.${signature}`,
      "..",
    ],
    "parts that are too many, or in another order": [
      `${access}.${signature}`,
      `${claims}.${head}.${signature}`,
    ],
    "another way to write it": [
      `${access}==`,
      access.replaceAll("-", "+").replaceAll("_", "/").replace(/$/, "="),
      `${access}\xff`,
      access.slice(0, -1),
      access + access,
      access.replace(".", "%2e"),
    ],
    "no token at all": ["__proto__.constructor.toString", "x".repeat(12_000)],
  };
}

/** A text with one character changed: the first, the last, and some between. */
function changedAt(text: string): string[] {
  const places = [0, 1, Math.floor(text.length / 3), Math.floor(text.length / 2), text.length - 1];
  return places.map(
    (at) => text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1),
  );
}

/** Of the last character of 32 bytes in Base64 only four bits count. */
function lastBits(signature: string): string[] {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = letters.indexOf(signature.at(-1) ?? "");
  return [1, 2, 3].map((bits) => signature.slice(0, -1) + letters[last ^ bits]);
}

function signed(text: string, secret: string): string {
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

function decoded(part: string): { exp: number } {
  return JSON.parse(Buffer.from(part, "base64url").toString());
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
