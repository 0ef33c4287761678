import { expect, test } from "vitest";
import { createRedact } from "../../src/client/redact.ts";

test.each(["a\\b", 'a\\\\"b', "p.q/r\\", "\\\\x", 'a"b', "\\.\\."])(
  "a secret with signs is found as it is, in JSON, and in JSON within it: %s",
  (secret) => {
    const redact = createRedact([secret]);
    for (const text of [secret, JSON.stringify(secret), JSON.stringify(JSON.stringify(secret))]) {
      expect(redact(`<${text}>`).replaceAll(/["\\]/g, "")).toBe("<[redacted]>");
    }
  },
);

test("backslashes in a secret do not make the search of others take for ever", () => {
  const redact = createRedact([`${"\\".repeat(60)}x`, "\\".repeat(40), "\\.".repeat(20)]);
  const before = performance.now();
  redact({ note: "\\".repeat(5_000), more: "\\.".repeat(2_000) });
  expect(performance.now() - before).toBeLessThan(1_000);
});
