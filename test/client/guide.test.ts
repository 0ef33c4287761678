import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const source = readFileSync("src/client/options.ts", "utf8");
const guide = readFileSync("docs/client/options.md", "utf8");

/** The options of an interface, each with the default that its comment states. */
function optionsOf(name: string, prefix = ""): Record<string, string | undefined> {
  const [, body = ""] =
    source.match(new RegExp(`export interface ${name}[^{]*\\{\\n(.*?)^\\}`, "ms")) ?? [];
  const fields = [...body.matchAll(/\/\*\*(.*?)\*\/\n {2}(\w+)\??:/gs)];
  const defaults = fields.map(([, comment = "", field]) => [
    prefix + field,
    /@default (\S+)/.exec(comment)?.[1],
  ]);
  return Object.fromEntries(defaults);
}

/** The rows of the guide's table below a heading. */
function rowsBelow(heading: string): Record<string, string> {
  const [, section = ""] = guide.split(`## ${heading}\n`);
  const [own = ""] = section.split(/^## /m);
  const rows = own.matchAll(/^\| `([\w.]+)` \| (.*?) \|/gm);
  return Object.fromEntries([...rows].map(([, name, fallback]) => [name, fallback]));
}

test("the guide has the client's options, with the defaults of the source", () => {
  const { retry: _retry, ...own } = optionsOf("CentavoOptions");
  const options = { ...own, ...optionsOf("RetryOptions", "retry.") };
  const expected = Object.entries(options).map(([name, value]) => [
    name,
    value ? `\`${value}\`` : expect.stringMatching(/^(required|none)$/),
  ]);
  expect(rowsBelow("Options of the client")).toEqual(Object.fromEntries(expected));
});

test("the guide has the options of a call", () => {
  // The operations add subaccountId.
  const options = { ...optionsOf("CallOptions"), ...optionsOf("Timeouts"), subaccountId: "" };
  expect(Object.keys(rowsBelow("Options of a call")).sort()).toEqual(Object.keys(options).sort());
});

test("the page of types names everything that the package exports, except the schemas", () => {
  const index = readFileSync("src/client/index.ts", "utf8");
  const exports = index.match(/^export (?:type )?(?:\{.*?\}|(?:function |type )?\w+)/gms) ?? [];
  const names = exports.join().match(/\b(?!export|type|function)\w+/g) ?? [];
  expect(names).toContain("createCentavo");
  const page = readFileSync("docs/client/types.md", "utf8");
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("the page of hooks has the fields of each event", () => {
  const hooks = readFileSync("src/client/hooks.ts", "utf8");
  const page = readFileSync("docs/client/hooks.md", "utf8");
  for (const name of ["Request", "Response", "Retry"]) {
    const [, body = ""] =
      hooks.match(new RegExp(`export interface ${name}Event \\{\\n(.*?)^\\}`, "ms")) ?? [];
    const fields = [...body.matchAll(/^ {2}(\w+):/gm)].map(([, field]) => `\`${field}\``);
    expect(fields.length).toBeGreaterThan(4);
    expect(page).toMatch(new RegExp(`^\\| \`on${name}\` \\|.*\\| ${fields.join(", ")} \\|$`, "m"));
  }
});
