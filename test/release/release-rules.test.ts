import { describe, expect, test } from "vitest";
import { isNewer, releaseChangelog, withVersion } from "../../scripts/release.ts";

const CHANGES = "# Changelog\n\n## Unreleased\n\n### Added\n\n- A change.\n";
const EARLIER = "\n## 0.1.0 - 2026-01-02\n\n- The first.\n";

describe("the changelog of a release", () => {
  test("has its changes under its version, above the earlier ones", () => {
    expect(releaseChangelog(CHANGES + EARLIER, "0.2.0", "2026-11-23")).toBe(
      `# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-23\n\n### Added\n\n- A change.\n${EARLIER}`,
    );
  });

  test.each(["# Changelog\n", `# Changelog\n\n## Unreleased\n${EARLIER}`])(
    "is rejected without changes: %j",
    (changelog) => {
      expect(() => releaseChangelog(changelog, "0.2.0", "2026-11-23")).toThrow("no changes");
    },
  );
});

test.each([
  ["0.10.0", "0.9.9", true],
  ["0.1.0", "0.1.0", false],
  ["0.0.9", "0.1.0", false],
  ["0.2", "0.1.0", false],
  ["0.2.0-beta", "0.1.0", false],
])("%s after %s: %s", (version, current, expected) => {
  expect(isNewer(version, current)).toBe(expected);
});

test("only the package's own version changes in a text", () => {
  const text =
    'centavo-0.1.0.tgz other-0.1.0.tgz const version = "0.1.0"; "x.git#v0.1.0" "pg": "0.1.0"';
  expect(withVersion(text, "0.1.0", "0.2.0")).toBe(
    'centavo-0.2.0.tgz other-0.1.0.tgz const version = "0.2.0"; "x.git#v0.2.0" "pg": "0.1.0"',
  );
});
