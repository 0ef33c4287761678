/** A card number that no other test data has. */
export const CARD = "4111111111111111";
export const KEY = `sandbox_private_${"4e1f".repeat(10)}`;
const TOKEN = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJsb2phIn0.c2lnbmF0dXJl";

function percent(text: string): string {
  return Buffer.from(text).toString("hex").replaceAll(/../g, "%$&");
}

/** What nothing may show: the logs of the servers, their timelines, their warnings and the client's errors. */
export const SECRETS: Record<string, string> = {
  "a private key": KEY,
  "a public key": `sandbox_public_${"9a0b".repeat(8)}`,
  "a token": TOKEN,
  "a part of a token": TOKEN.slice(0, 50),
  "a card number": CARD,
  "a card number in groups": "4111.1111.1111.1111",
};

/** The same as a path may have it, also behind what is no text. */
export const SECRETS_IN_PATHS: Record<string, string> = {
  ...SECRETS,
  "a card number with a digit in percent": `%3${CARD}`,
  "a key of which a part is in percent": KEY.replaceAll("_", "%5f"),
  ...Object.fromEntries(
    ["%ff", "%e2%82", "%fe%ff", "%80", "%E0%A4%A", "%0d%0a", "%1b%5b2J"].map((bytes) => [
      `a key in percent behind ${bytes}`,
      bytes + percent(KEY),
    ]),
  ),
};

/** Whether a text shows a secret as it is, in percent or in part. */
export function showsSecret(text: string): boolean {
  const decoded = text.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString("latin1"),
  );
  return [text, decoded].some((each) =>
    /sandbox_p|eyJhbGci|c2lnbmF0|4e1f4e1f|9a0b9a0b|4(\.?111){3}/.test(each),
  );
}
