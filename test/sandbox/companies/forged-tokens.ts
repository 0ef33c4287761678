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

/** The value of the Authorization header, by what is wrong with it; undefined if there is none. */
export function badAuthorizations(stolen: Stolen): Record<string, string | undefined> {
  const { access, refresh, expired, elsewhere } = stolen;
  const bearer = Object.entries(forgedTokens(stolen)).map(([what, token]) => [
    what,
    `Bearer ${token}`,
  ]);
  return {
    "no token": undefined,
    "an empty header": "",
    "a scheme alone": "Bearer",
    "a scheme and a space": "Bearer ",
    "no scheme": access,
    "another scheme": `Basic ${access}`,
    "a scheme that is longer": `BearerX ${access}`,
    "two tokens": `Bearer ${access} ${access}`,
    "two tokens with a comma": `Bearer ${access}, Bearer ${access}`,
    "a token in quotes": `Bearer "${access}"`,
    "the keys": `Basic ${btoa(`${stolen.keys.publicKey}:${stolen.keys.privateKey}`)}`,
    "a refresh token": `Bearer ${refresh}`,
    "an expired token": `Bearer ${expired}`,
    "the token of another sandbox": `Bearer ${elsewhere}`,
    ...Object.fromEntries(bearer),
  };
}

function forgedTokens({ access, refresh, keys, victim }: Stolen): Record<string, string> {
  const [head = "", claims = "", signature = ""] = access.split(".");
  const said = decoded(claims);
  const secrets = ["", "secret", "centavo", "null", keys.publicKey, keys.privateKey, signature];
  const none = ["none", "None", "NONE", "nOnE", ""].map((alg) => encoded({ alg, typ: "JWT" }));
  const other = ["HS384", "RS256", "ES256"].map((alg) => encoded({ alg, typ: "JWT" }));
  const as = (change: object) => encoded({ ...said, ...change });
  return {
    ...numbered(
      "a changed header",
      changedAt(head).map((each) => `${each}.${claims}.${signature}`),
    ),
    ...numbered(
      "a changed claim",
      changedAt(claims).map((each) => `${head}.${each}.${signature}`),
    ),
    ...numbered(
      "a changed signature",
      changedAt(signature).map((each) => `${head}.${claims}.${each}`),
    ),
    ...numbered(
      "another last bit",
      lastBits(signature).map((each) => `${head}.${claims}.${each}`),
    ),
    ...numbered(
      "no algorithm",
      none.flatMap((each) => [`${each}.${claims}.`, `${each}.${claims}.${signature}`]),
    ),
    ...numbered(
      "another algorithm",
      other.map((each) => `${each}.${claims}.${signature}`),
    ),
    ...numbered(
      "another secret",
      secrets.map((secret) => signed(`${head}.${claims}`, secret)),
    ),
    ...numbered(
      "a victim's name, signed with another secret",
      secrets.map((secret) => signed(`${head}.${as({ sub: victim })}`, secret)),
    ),
    "a victim's name": `${head}.${as({ sub: victim })}.${signature}`,
    "a name of nobody": `${head}.${as({ sub: "" })}.${signature}`,
    "a longer life": `${head}.${as({ exp: said.exp + 1 })}.${signature}`,
    "a refresh token that says it is another": `${head}.${encoded({ ...decoded(refresh.split(".")[1] ?? ""), use: "access" })}.${refresh.split(".")[2]}`,
    "the claims of one and the signature of another": `${head}.${claims}.${refresh.split(".")[2]}`,
    "no signature": `${head}.${claims}.`,
    "no third part": `${head}.${claims}`,
    "no claims": `${head}..${signature}`,
    "no header": `.${claims}.${signature}`,
    "nothing but dots": "..",
    "a fourth part": `${access}.${signature}`,
    "parts in another order": `${claims}.${head}.${signature}`,
    padding: `${access}==`,
    "another alphabet": access.replaceAll("-", "+").replaceAll("_", "/").replace(/$/, "="),
    "a byte more": `${access}\xff`,
    "a character less": access.slice(0, -1),
    "a token twice": access + access,
    "percent for a dot": access.replace(".", "%2e"),
    "claims that are no JSON": `${head}.${Buffer.from("{").toString("base64url")}.${signature}`,
    "claims of a prototype": `${head}.${encoded(JSON.parse('{"__proto__":{"sub":"x"}}'))}.${signature}`,
    "a name of the platform": "__proto__.constructor.toString",
    "very much": "x".repeat(12_000),
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

function numbered(what: string, tokens: string[]): Record<string, string> {
  return Object.fromEntries(tokens.map((token, number) => [`${what}, ${number + 1}`, token]));
}
