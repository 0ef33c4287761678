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

  const { status, output } = await workspace.run("generate.ts", "--check");
  expect(status).toBe(1);
  expect(output).toContain("docs/errors.md");
  expect(output).not.toContain("docs/sandbox/outcomes-and-faults.md");
  expect(output).toContain("generated/openapi.yaml");
  expect(output).toContain("generated/types.ts");
  expect(output).toContain("generated/sandbox-control-client.ts");
  expect(output).not.toContain("generated/openapi.json");
  expect(output).not.toContain("generated/sandbox-control.yaml");
  expect(workspace.read("generated/openapi.yaml")).toBe("edited");

  expect(await workspace.run("generate.ts")).toMatchObject({ status: 0 });
  expect([workspace.snapshot("generated"), workspace.snapshot("docs")]).toEqual(before);
});

test.concurrent("an unknown option is a usage error", async () => {
  using workspace = new Workspace(...SOURCES);
  const { status, output } = await workspace.run("generate.ts", "--watch");
  expect(status).toBe(2);
  expect(output).toContain("--watch");
});

const SCHEMA = "openapi/components/schemas/Customer.yaml";
const CLOCK = "openapi/sandbox-control/components/schemas/Clock.yaml";

type Breakage = { what: string; make: (workspace: Workspace) => void; reported: RegExp[] };

/** Redocly's report: a file, and under it the lines with their rules. */
const breakages: Breakage[] = [
  {
    what: "YAML that does not parse",
    make: (workspace) => workspace.write(SCHEMA, "type: object\nrequired: [id\n"),
    reported: [/^openapi\/components\/schemas\/Customer\.yaml:\n +\d+:\d+ .*Failed to parse/m],
  },
  {
    what: "a key given twice",
    make: (workspace) => workspace.write(SCHEMA, "type: object\ntype: string\n"),
    reported: [/^openapi\/components\/schemas\/Customer\.yaml:\n +2:1 .*duplicated mapping key/m],
  },
  {
    what: "a $ref to a file that is gone",
    make: (workspace) => workspace.remove(SCHEMA),
    reported: [
      /^openapi\/components\/schemas\/CustomerRead\.yaml:\n +\d+:\d+ .*no-unresolved-refs .*Customer\.yaml/m,
    ],
  },
  {
    what: "a contract without its first file",
    make: (workspace) => workspace.remove("openapi/openapi.yaml"),
    reported: [/openapi\/openapi\.yaml/],
  },
  {
    what: "an empty contract",
    make: (workspace) => workspace.write("openapi/openapi.yaml", ""),
    reported: [/openapi\/openapi\.yaml/],
  },
  {
    what: "a keyword of another OpenAPI in the sandbox's contract",
    make: (workspace) => workspace.write(CLOCK, `nullable: true\n${workspace.read(CLOCK)}`),
    reported: [
      /^openapi\/sandbox-control\/components\/schemas\/Clock\.yaml:\n +1:1 .*struct .*nullable/m,
    ],
  },
  {
    what: "two schemas of one name in two folders",
    make: (workspace) => {
      const another = "type: object\ndescription: Another customer.\n";
      workspace.write("openapi/sandbox-control/components/schemas/Customer.yaml", another);
      workspace.edit(
        "openapi/sandbox-control/components/schemas/HealthRead.yaml",
        /\$ref: Health\.yaml/,
        "$ref: Customer.yaml",
      );
    },
    reported: [/component-name-unique .*Customer/],
  },
  {
    what: "two operations of one name in the two contracts",
    make: (workspace) =>
      workspace.edit(
        "openapi/sandbox-control/paths/_sandbox_balance.yaml",
        /balance\.get/,
        "payments.get",
      ),
    reported: [/centavo\/name-in-one-contract .*payments\.get/],
  },
  {
    what: "return codes without names",
    make: (workspace) =>
      workspace.edit(
        "openapi/components/schemas/ReturnCode.yaml",
        /^x-enum-varnames:/m,
        "x-enum-names:",
      ),
    reported: [/The schema ReturnCode lacks x-enum-varnames: list one entry for each code\./],
  },
  {
    what: "a configuration that does not parse",
    make: (workspace) => workspace.write("redocly.yaml", "rules: ["),
    reported: [
      /^redocly\.yaml is invalid: .* in "\S+redocly\.yaml" \(\d+:\d+\)\. Fix it and run this again\.\n$/,
    ],
  },
  {
    what: "a configuration whose plugin is gone",
    make: (workspace) => workspace.remove("redocly/plugin.js"),
    reported: [
      /^redocly\.yaml is invalid: Plugin "redocly\/plugin\.js" not found\. Fix it and run this again\.\n$/,
    ],
  },
  {
    what: "a configuration with a misspelt severity",
    make: (workspace) =>
      workspace.edit("redocly.yaml", /file-is-used: error/, "file-is-used: eror"),
    reported: [
      /redocly\.yaml:\d+:\d+ /,
      /can be one of the following only: "error", "warn", "off"/,
    ],
  },
  {
    what: "a configuration that is gone",
    make: (workspace) => workspace.remove("redocly.yaml"),
    reported: [/^redocly\.yaml does not exist here: run this in the repository's root\.$/m],
  },
  {
    what: "a configuration with a misspelt decorator",
    make: (workspace) => workspace.edit("redocly.yaml", /add-info-sections/, "add-chapter"),
    reported: [
      /^redocly\.yaml is invalid: Unused decorators found in redocly\.yaml: centavo\/add-chapter\. Fix it and run this again\.\n$/,
    ],
  },
  {
    what: "a configuration with a misspelt rule",
    make: (workspace) => workspace.edit("redocly.yaml", /file-is-used/, "file-is-usd"),
    reported: [
      /^redocly\.yaml is invalid: Unused rules found in redocly\.yaml: centavo\/file-is-usd\. .*Fix it and run this again\.\n$/,
    ],
  },
  {
    what: "a configuration with a misspelt section",
    make: (workspace) => workspace.edit("redocly.yaml", /^decorators:/m, "decoraters:"),
    reported: [/^\[1\] redocly\.yaml:\d+:1 .*\s+Property `decoraters` is not expected here/],
  },
  {
    what: "a plugin that does not parse",
    make: (workspace) => workspace.write("redocly/plugin.js", "export default () => ({"),
    reported: [/Failed to load plugin ".*redocly\/plugin\.js": Unexpected end of input/],
  },
];

describe.concurrent("an unsound input is reported, and nothing is generated", () => {
  test.each(breakages)("$what", async ({ make, reported }) => {
    using workspace = new Workspace(...SOURCES);
    const before = workspace.snapshot("generated");
    make(workspace);

    const { status, output } = await workspace.run("generate.ts");

    for (const line of reported) expect(output).toMatch(line);
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
