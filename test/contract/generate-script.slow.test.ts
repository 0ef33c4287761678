import { describe, expect, test } from "vitest";
import { Workspace } from "./repository-copy.ts";

/** What the script reads and writes. */
const SOURCES = ["openapi", "generated", "docs", "lint", "redocly", "redocly.yaml"];

test.concurrent("--check names edited and removed files, and generating again restores them", {
  timeout: 180_000,
}, async () => {
  using workspace = new Workspace(...SOURCES);
  const before = [workspace.snapshot("generated"), workspace.snapshot("docs")];
  workspace.edit("docs/errors.md", /\*\*PaymentNotFound\*\*/, "edited");
  workspace.write("generated/openapi.yaml", "edited");
  workspace.remove("generated/types.ts");
  workspace.write("generated/sandbox-control-client.ts", "edited");
  const stale = [
    ...["generated/openapi.yaml", "generated/types.ts", "generated/sandbox-control-client.ts"],
    "docs/errors.md",
  ];

  expect(await workspace.run("generate.ts", "--check")).toEqual({
    status: 1,
    output: `Out of date with openapi/: ${stale.join(", ")}. Run npm run generate.\n`,
  });
  expect(workspace.read("generated/openapi.yaml")).toBe("edited");

  expect(await workspace.run("generate.ts")).toMatchObject({ status: 0 });
  expect([workspace.snapshot("generated"), workspace.snapshot("docs")]).toEqual(before);
});

test.concurrent("an unknown option is a usage error", async () => {
  using workspace = new Workspace(...SOURCES);
  const output = expect.stringContaining("--watch");
  expect(await workspace.run("generate.ts", "--watch")).toEqual({ status: 2, output });
});

const SCHEMA = "openapi/components/schemas/Customer.yaml";
const RETURN_CODES = "openapi/components/schemas/ReturnCode.yaml";
const CONFIG = "redocly.yaml";
const CONTROL = "openapi/sandbox-control";
const BALANCE = `${CONTROL}/paths/_sandbox_balance.yaml`;

/** A file gets a text, all of it or where an expression matches; without a text it is removed. */
type Edit = readonly [file: string, text?: string, where?: RegExp];

/** Redocly's report: a file, and under it the lines with their rules. */
const breakages: Record<string, readonly [RegExp, ...Edit[]]> = {
  "YAML that does not parse": [
    /^openapi\/components\/schemas\/Customer\.yaml:\n +\d+:\d+ .*Failed to parse/m,
    [SCHEMA, "type: object\nrequired: [id\n"],
  ],
  "a $ref to a file that is gone": [
    /^openapi\/\S+\/CustomerRead\.yaml:\n +\d+:\d+ .*no-unresolved-refs .*Customer\.yaml/m,
    [SCHEMA],
  ],
  "a contract without its first file": [/openapi\/openapi\.yaml/, ["openapi/openapi.yaml"]],
  "a keyword of another OpenAPI in the sandbox's contract": [
    /^openapi\/sandbox-control\/components\/schemas\/Clock\.yaml:\n +1:1 .*struct .*nullable/m,
    [`${CONTROL}/components/schemas/Clock.yaml`, "nullable: true\n", /^/],
  ],
  "two schemas of one name in two folders": [
    /component-name-unique .*Customer/,
    [`${CONTROL}/components/schemas/Customer.yaml`, "type: object\ndescription: Another.\n"],
    [`${CONTROL}/components/schemas/HealthRead.yaml`, "$ref: Customer.yaml", /\$ref: Health\.yaml/],
  ],
  "two operations of one name in the two contracts": [
    /centavo\/name-in-one-contract .*payments\.get/,
    [BALANCE, "payments.get", /balance\.get/],
  ],
  "return codes without names": [
    /The schema ReturnCode lacks x-enum-varnames: list one entry for each code\./,
    [RETURN_CODES, "x-enum-names:", /^x-enum-varnames:/m],
  ],
  "a configuration that does not parse": [
    /^redocly\.yaml is invalid: .* in "\S+redocly\.yaml" \(\d+:\d+\)\. Fix it and run this again\.\n$/,
    [CONFIG, "rules: ["],
  ],
  "a configuration with a misspelt severity": [
    /redocly\.yaml:\d+:\d+ .*can be one of the following only: "error", "warn", "off"/s,
    [CONFIG, "file-is-used: eror", /file-is-used: error/],
  ],
  "a configuration that is gone": [
    /^redocly\.yaml does not exist here: run this in the repository's root\.$/m,
    [CONFIG],
  ],
  "a configuration with a misspelt rule": [
    /^redocly\.yaml is invalid: Unused rules .*: centavo\/file-is-usd\. .*Fix it and run this again\.\n$/,
    [CONFIG, "file-is-usd", /file-is-used/],
  ],
  "a configuration with a misspelt section": [
    /^\[1\] redocly\.yaml:\d+:1 .*\s+Property `decoraters` is not expected here/,
    [CONFIG, "decoraters:", /^decorators:/m],
  ],
  "a plugin that does not parse": [
    /Failed to load plugin ".*redocly\/plugin\.js": Unexpected end of input/,
    ["redocly/plugin.js", "export default () => ({"],
  ],
};

describe.concurrent("an unsound input is reported, and nothing is generated", () => {
  test.each(Object.entries(breakages))("%s", async (_, [reported, ...edits]) => {
    using workspace = new Workspace(...SOURCES);
    const before = workspace.snapshot("generated");
    for (const [file, text, where] of edits) {
      if (text === undefined) workspace.remove(file);
      else if (where === undefined) workspace.write(file, text);
      else workspace.edit(file, where, text);
    }

    const { status, output } = await workspace.run("generate.ts");

    expect(output).toMatch(reported);
    expect(output).not.toMatch(/^\s+at |is valid|are valid/m);
    expect(status).toBe(1);
    expect(workspace.snapshot("generated")).toEqual(before);
  });
});

test.concurrent("a breach of a style rule does not prevent generating", async () => {
  using workspace = new Workspace(...SOURCES);
  workspace.edit("openapi/paths/payments.yaml", /summary: .*/, "summary: Pay It");
  workspace.write("openapi/components/schemas/Plan.yaml", "type: object\n");
  expect(await workspace.run("generate.ts")).toMatchObject({ status: 0 });
  expect(workspace.read("generated/openapi.yaml")).toContain("summary: Pay It");
});
