import { createHmac } from "node:crypto";

/** What a forger may know. */
interface Stolen {
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
  return {
    "no token": [undefined, "", "Bearer", "Bearer "],
    "no scheme, or another": [access, `Basic ${access}`, `BearerX ${access}`],
    "two tokens": [`Bearer ${access} ${access}`, `Bearer ${access}, Bearer ${access}`],
    "the keys": [`Basic ${btoa(`${keys.publicKey}:${keys.privateKey}`)}`],
    "a refresh token": [`Bearer ${refresh}`],
    "an expired token": [`Bearer ${expired}`],
    "the token of another sandbox": [`Bearer ${elsewhere}`],
    "a forged token": forgedTokens(stolen).map((token) => `Bearer ${token}`),
  };
}

function forgedTokens({ access, refresh, keys, victim }: Stolen): string[] {
  const [head = "", claims = "", signature = ""] = access.split(".");
  const [, refreshClaims = "", refreshSignature = ""] = refresh.split(".");
  const said = decoded(claims);
  const ofVictim = encoded({ ...said, sub: victim });
  const withHead = (alg: string) => encoded({ alg, typ: "JWT" });
  const secrets = ["", "null", keys.publicKey, keys.privateKey, signature];
  return [
    ...changedAt(head).map((each) => `${each}.${claims}.${signature}`),
    ...changedAt(claims).map((each) => `${head}.${each}.${signature}`),
    ...[...changedAt(signature), ...lastBits(signature)].map((each) => `${head}.${claims}.${each}`),
    ...["none", "None", ""].map((alg) => `${withHead(alg)}.${ofVictim}.`),
    ...["none", "HS384", "RS256"].map((alg) => `${withHead(alg)}.${claims}.${signature}`),
    ...secrets.map((secret) => signed(`${head}.${ofVictim}`, secret)),
    `${head}.${ofVictim}.${signature}`,
    `${head}.${encoded({ ...said, exp: said.exp + 1 })}.${signature}`,
    `${head}.${encoded({ ...decoded(refreshClaims), use: "access" })}.${refreshSignature}`,
    `${head}.${claims}.${refreshSignature}`,
    `${head}.${Buffer.from("{").toString("base64url")}.${signature}`,
    // Parts that are missing, or too many, and other ways to write them.
    ...[`${head}.${claims}.`, `${head}.${claims}`, `${head}..${signature}`, ".."],
    ...[`${access}.${signature}`, `${access}==`, `${access}\xff`, access.slice(0, -1)],
    "x".repeat(12_000),
  ];
}

/** A text with one character changed: the first, one between, and the last. */
function changedAt(text: string): string[] {
  return [0, Math.floor(text.length / 2), text.length - 1].map((at) =>
    text.slice(0, at).concat(text[at] === "A" ? "B" : "A", text.slice(at + 1)),
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
