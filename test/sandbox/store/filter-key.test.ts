import { expect, test } from "vitest";
import { filterKey } from "../../../src/sandbox-node/store/sql/filter-key.ts";

// Stored keys depend on these values: a change of one loses what is stored under it.
test.each([
  ["a short text", "Plano Ouro", "Plano Ouro"],
  ["no text", "", ""],
  ["a whole surrogate pair", "\u{1f600}", "\u{1f600}"],
  ["a number", 4990, "4990"],
  ["no value", undefined, null],
  ["200 characters", "a".repeat(200), "a".repeat(200)],
  [
    "201 characters",
    "a".repeat(201),
    "sha256:867051d41c67f8090003c53d2aa22857d444f2fcdbda3241ca13bcf8db085ba4",
  ],
  ["NUL", "a\0", "sha256:a2d398922901344d08180dc41d3e9d73d8c148c7f6e092835bbb28e02dbcf184"],
  [
    "half a surrogate pair",
    "\ud800x",
    "sha256:9466fd0a01cfa0678128b33a9829115f73a1845ab4aa3f5c9da6fe3c6e400db8",
  ],
  [
    "the text of a hash",
    "sha256:ab",
    "sha256:1e403bdd63d6940f63c9eef96ccc90ceb213dd3a85b0545a9c960ebf8351283e",
  ],
])("the key of %s stays what it was when it was published", (_, value, key) => {
  expect(filterKey(value)).toBe(key);
});
