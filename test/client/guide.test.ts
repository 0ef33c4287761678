import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const source = readFileSync("src/client/options.ts", "utf8");
const guide = readFileSync("docs/client/options.md", "utf8");

/** The options of an interface, each with the default that its comment states. */
function optionsOf(name: string): Map<string, string | undefined> {
  const [, body = ""] =
    source.match(new RegExp(`export interface ${name}[^{]*\\{\\n(.*?)^\\}`, "ms")) ?? [];
  const fields = body.matchAll(/\/\*\*(.*?)\*\/\n {2}(\w+)\??:/gs);
  return new Map(
    [...fields].map(([, comment = "", field = ""]) => [
      field,
      /@default (\S+)/.exec(comment)?.[1] ?? undefined,
    ]),
  );
}

/** The rows of the guide's table below a heading. */
function rowsBelow(heading: string): Map<string, string> {
  const [, section = ""] = guide.split(`## ${heading}\n`);
  const [own = ""] = section.split(/^## /m);
  const rows = own.matchAll(/^\| `([\w.]+)` \| (.*?) \|/gm);
  return new Map([...rows].map(([, name = "", fallback = ""]) => [name, fallback]));
}

test("the guide has the client's options, with the defaults of the source", () => {
  const { retry: _, ...own } = Object.fromEntries(optionsOf("CentavoOptions"));
  const retry = [...optionsOf("RetryOptions")].map(([name, value]) => [`retry.${name}`, value]);
  const expected: Record<string, string | undefined> = { ...own, ...Object.fromEntries(retry) };
  const rows = rowsBelow("Options of the client");
  expect([...rows.keys()].sort()).toEqual(Object.keys(expected).sort());
  for (const [name, value] of Object.entries(expected)) {
    if (value === undefined) expect(rows.get(name), name).toMatch(/^(required|none)$/);
    else expect(rows.get(name), name).toBe(`\`${value}\``);
  }
});

test("the guide has the options of a call", () => {
  const names = [...optionsOf("CallOptions").keys(), ...optionsOf("Timeouts").keys()];
  // The operations add this one.
  expect([...rowsBelow("Options of a call").keys()].sort()).toEqual(
    [...names, "subaccountId"].sort(),
  );
});

test("the page of types names everything that the package exports, except the schemas", () => {
  const index = readFileSync("src/client/index.ts", "utf8");
  const lists = [...index.matchAll(/^export (?:type )?\{(.*?)\}/gms)].map(
    ([, names = ""]) => names,
  );
  const declared = [...index.matchAll(/^export (?:function|type) (\w+)/gm)].map(([, name]) => name);
  const exported = [...lists.join(",").matchAll(/(?:type )?(\w+)(?=\s*,|\s*$)/gm)]
    .map(([, name]) => name)
    .concat(declared);
  const page = readFileSync("docs/client/types.md", "utf8");
  expect(exported.length).toBeGreaterThan(20);
  expect(
    exported.filter((name) => !page.includes(`\`${name}\``)),
    "docs/client/types.md does not name what the package exports",
  ).toEqual([]);
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
