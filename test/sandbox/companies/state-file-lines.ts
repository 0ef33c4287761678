import { createHash } from "node:crypto";
import { fetch, type Shop } from "../company-fixture.ts";

/** The lines of the state file of a company, without its trailer. */
export async function exportedLines(shop: Shop): Promise<string[]> {
  const headers = { authorization: `Bearer ${await shop.token()}` };
  const file = await (await fetch(`${shop.url}/_sandbox/state`, { headers })).text();
  return file.trimEnd().split("\n").slice(0, -1);
}

/** A file with these lines and a right trailer. */
export function sealed(lines: readonly string[]): string {
  const text = `${lines.join("\n")}\n`;
  const sha256 = createHash("sha256").update(text).digest("hex");
  return `${text}${JSON.stringify({ type: "trailer", lines: lines.length, sha256 })}\n`;
}
