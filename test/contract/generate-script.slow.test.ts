import { expect, test } from "vitest";
import { firstOf } from "../nightly.ts";
import { Workspace } from "./repository-copy.ts";

/** What the script reads and writes. */
const SOURCES = [
  ...["openapi", "generated", "docs", "skills", "lint", "redocly.yaml"],
  ...["CHANGELOG.md", "SECURITY.md", "llms.txt"],
];

test.concurrent("--check names edited and removed files, and generating again restores them", {
  timeout: 180_000,
}, async () => {
  using workspace = new Workspace(...SOURCES);
  const before = [workspace.snapshot("generated"), workspace.snapshot("docs")];
  workspace.edit("docs/errors.md", / PaymentNotFound$/m, "edited");
  workspace.write("generated/openapi.yaml", "edited");
  workspace.remove("generated/types.ts");
  workspace.write("generated/sandbox-control-client.ts", "edited");
  const stale = [
    ...["generated/openapi.yaml", "generated/types.ts", "generated/sandbox-control-client.ts"],
    "docs/errors.md",
  ];

  expect(await workspace.run("generate/index.ts", "--check")).toEqual({
    status: 1,
    output: `Out of date with openapi/: ${stale.join(", ")}. Run npm run generate.\n`,
  });
  expect(workspace.read("generated/openapi.yaml")).toBe("edited");

  expect(await workspace.run("generate/index.ts")).toMatchObject({ status: 0 });
  expect([workspace.snapshot("generated"), workspace.snapshot("docs")]).toEqual(before);
});

test.concurrent("the index of paths follows the files, and --check names one that does not", {
  timeout: 180_000,
}, async () => {
  using workspace = new Workspace(...SOURCES);
  const index = "openapi/openapi.yaml";
  const before = workspace.read(index);
  workspace.edit(index, / {2}\/payments\/refund:\n.*\n/, "  /gone:\n    $ref: paths/gone.yaml\n");

  expect(await workspace.run("generate/index.ts", "--check")).toEqual({
    status: 1,
    output: `Out of date with openapi/: ${index}. Run npm run generate.\n`,
  });

  expect(await workspace.run("generate/index.ts")).toMatchObject({ status: 0 });
  expect(workspace.read(index)).toBe(before);
});

const SCHEMA = "openapi/components/schemas/Customer.yaml";
const CONFIG = "redocly.yaml";
const CONTROL = "openapi/sandbox-control";

/** Redocly's report, and the file that gets a text: all of it or where an expression matches. */
type Breakage = readonly [reported: RegExp, file: string, text?: string, where?: RegExp];

const breakages: Record<string, Breakage> = {
  "YAML that does not parse": [
    /^openapi\/components\/schemas\/Customer\.yaml:\n +\d+:\d+ .*Failed to parse/m,
    SCHEMA,
    "type: object\nrequired: [id\n",
  ],
  "a $ref to a file that is gone": [
    /^openapi\/\S+\/CustomerRead\.yaml:\n +\d+:\d+ .*no-unresolved-refs .*Customer\.yaml/m,
    SCHEMA,
  ],
  "two operations of one name in the two contracts": [
    /centavo\/name-in-one-contract .*payments\.get/,
    `${CONTROL}/paths/_sandbox.balance.yaml`,
    "payments.get",
    /balance\.get/,
  ],
  "a schema of the sandbox with the name of one of the service": [
    /Meta\.yaml:\n +1:1 +error +centavo\/name-in-one-contract .*openapi\/components/,
    `${CONTROL}/components/schemas/Meta.yaml`,
    "type: object\n",
  ],
  "return codes without names": [
    /The schema ReturnCode lacks x-enum-varnames: list one entry for each code\./,
    "openapi/components/schemas/ReturnCode.yaml",
    "x-enum-names:",
    /^x-enum-varnames:/m,
  ],
  "a configuration that does not parse": [
    /^redocly\.yaml is invalid: .* in "\S+redocly\.yaml" \(\d+:\d+\)\. Fix it and run this again\.\n$/,
    CONFIG,
    "rules: [",
  ],
  "a configuration with a misspelt rule": [
    /^redocly\.yaml is invalid: Unused rules .*: centavo\/file-is-usd\. .*Fix it and run this again\.\n$/,
    CONFIG,
    "file-is-usd",
    /file-is-used/,
  ],
};

test.concurrent.each(firstOf(3, Object.entries(breakages)))(
  "an unsound input is reported, and nothing is generated: %s",
  async (_name, [reported, file, text, where]) => {
    using workspace = new Workspace(...SOURCES);
    const before = workspace.snapshot("generated");
    if (text === undefined) workspace.remove(file);
    else if (where === undefined) workspace.write(file, text);
    else workspace.edit(file, where, text);

    const { status, output } = await workspace.run("generate/index.ts");

    expect(output).toMatch(reported);
    expect(output).not.toMatch(/^\s+at |is valid|are valid/m);
    expect(status).toBe(1);
    expect(workspace.snapshot("generated")).toEqual(before);
  },
);
