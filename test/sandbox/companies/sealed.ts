import { createHash } from "node:crypto";

/** A file with these lines and a right trailer. */
export function sealed(lines: readonly string[]): string {
  const text = `${lines.join("\n")}\n`;
  const sha256 = createHash("sha256").update(text).digest("hex");
  return `${text}${JSON.stringify({ type: "trailer", lines: lines.length, sha256 })}\n`;
}
