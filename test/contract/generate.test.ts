import { describe, expect, test } from "vitest";
import { generate, outdated } from "../../scripts/generate.ts";
import { Workspace } from "./workspace.ts";

test.concurrent("generated/ is what openapi/ gives: if not, run npm run generate", async () => {
  expect(outdated(await generate())).toEqual([]);
});

test.concurrent("a check names what was edited or removed, and generating again gives the same bytes", async () => {
  using workspace = new Workspace("openapi", "generated", "docs");
  const before = [workspace.snapshot("generated"), workspace.snapshot("docs")];
  workspace.edit("docs/errors.md", /\*\*PaymentNotFound\*\*/, "edited");
  workspace.write("generated/openapi.yaml", "edited");
  workspace.remove("generated/types.ts");
  workspace.write("generated/sandbox-control-client.ts", "edited");

  const { status, output } = await workspace.run("generate.ts", "--check");
  expect(status).toBe(1);
  expect(output).toContain("docs/errors.md");
  expect(output).not.toContain("docs/sandbox.md");
  expect(output).toContain("generated/openapi.yaml");
  expect(output).toContain("generated/types.ts");
  expect(output).toContain("generated/sandbox-control-client.ts");
  expect(output).not.toContain("generated/openapi.json");
  expect(output).not.toContain("generated/sandbox-control.yaml");
  expect(workspace.read("generated/openapi.yaml")).toBe("edited");

  expect(await workspace.run("generate.ts")).toMatchObject({ status: 0 });
  expect([workspace.snapshot("generated"), workspace.snapshot("docs")]).toEqual(before);
});

test.concurrent("an option that does not exist is a misuse", async () => {
  using workspace = new Workspace("openapi", "generated", "docs");
  const { status, output } = await workspace.run("generate.ts", "--watch");
  expect(status).toBe(2);
  expect(output).toContain("--watch");
});

const SCHEMA = "openapi/components/schemas/Customer.yaml";
const CLOCK = "openapi/sandbox/components/schemas/Clock.yaml";
const STATUS = "openapi/sandbox/components/schemas/SandboxWithdrawalStatus.yaml";

type Breakage = { what: string; make: (workspace: Workspace) => void; reported: RegExp[] };

const breakages: Breakage[] = [
  {
    what: "YAML that does not parse",
    make: (workspace) => workspace.write(SCHEMA, "type: object\nrequired: [id\n"),
    reported: [/^openapi\/components\/schemas\/Customer\.yaml:\d+:\d+ {2}yaml-syntax {2}/m],
  },
  {
    what: "a key given twice",
    make: (workspace) => workspace.write(SCHEMA, "type: object\ntype: string\n"),
    reported: [/^openapi\/components\/schemas\/Customer\.yaml:2:1 {2}yaml-syntax {2}/m],
  },
  {
    what: "a $ref to a file that is gone",
    make: (workspace) => workspace.remove(SCHEMA),
    reported: [
      /^openapi\/components\/schemas\/CustomerRead\.yaml:\d+:\d+ {2}no-unresolved-refs {2}.*Customer\.yaml/m,
    ],
  },
  {
    what: "a contract without its first file",
    make: (workspace) => workspace.remove("openapi/openapi.yaml"),
    reported: [/^openapi\/openapi\.yaml:1:1 {2}centavo:contract-exists {2}/m],
  },
  {
    what: "an empty contract",
    make: (workspace) => workspace.write("openapi/openapi.yaml", ""),
    reported: [/^openapi\/openapi\.yaml:1:1 {2}struct {2}/m],
  },
  {
    what: "a chapter that is gone",
    make: (workspace) => workspace.remove("openapi/info/paging.md"),
    reported: [/^openapi\/openapi\.yaml:\d+:7 {2}centavo:chapter-exists {2}.*info\/paging\.md/m],
  },
  {
    what: "a schema of the sandbox's contract that breaks rules",
    make: (workspace) => {
      workspace.write(CLOCK, `nullable: true\nx-inferred: guess\n${workspace.read(CLOCK)}`);
    },
    reported: [
      /^openapi\/sandbox\/components\/schemas\/Clock\.yaml:1:1 {2}struct {2}.*nullable/m,
      /^openapi\/sandbox\/components\/schemas\/Clock\.yaml:2:1 {2}centavo:inferred-is-sentence {2}/m,
      /^2 problems in 1 file\.$/m,
    ],
  },
  {
    what: "a path and a status of the sandbox's contract that break rules",
    make: (workspace) => {
      workspace.edit(
        "openapi/sandbox/paths/_sandbox_clock.yaml",
        /summary: .*/,
        "summary: Read It",
      );
      workspace.edit(STATUS, /trigger: .*/, "trigger: withdrawals.pay");
    },
    reported: [
      /^openapi\/sandbox\/components\/schemas\/SandboxWithdrawalStatus\.yaml:\d+:5 {2}centavo:transitions-fit-the-contract {2}/m,
      /^openapi\/sandbox\/paths\/_sandbox_clock\.yaml:4:3 {2}centavo:summary-in-sentence-case {2}/m,
      /^2 problems in 2 files\.$/m,
    ],
  },
  {
    what: "what the sandbox's contract shares, broken, in its own file",
    make: (workspace) => {
      // Nothing but the sandbox's contract hands out keys, so only there are they in an answer.
      workspace.edit(
        "openapi/sandbox/components/schemas/ClockRead.yaml",
        /Clock\.yaml/,
        "../../../components/schemas/TokenCreate.yaml",
      );
    },
    reported: [
      /^openapi\/components\/schemas\/TokenCreate\.yaml:\d+:3 {2}centavo:response-has-no-secret {2}.*privateKey/m,
    ],
  },
  {
    what: "files that only the other contract refers to, or none",
    make: (workspace) => {
      const schema = "type: object\ndescription: Whether anybody is there.\n";
      workspace.write("openapi/components/schemas/Ping.yaml", schema);
      workspace.write("openapi/sandbox/components/schemas/Pong.yaml", schema);
      workspace.edit(
        "openapi/sandbox/components/schemas/HealthRead.yaml",
        /\$ref: Health\.yaml/,
        "$ref: ../../../components/schemas/Ping.yaml",
      );
    },
    reported: [
      /^openapi\/components\/schemas\/Ping\.yaml:1:1 {2}centavo:file-is-used {2}/m,
      /^openapi\/sandbox\/components\/schemas\/Pong\.yaml:1:1 {2}centavo:file-is-used {2}/m,
    ],
  },
  {
    what: "two schemas of one name in two folders",
    make: (workspace) => {
      const another = "type: object\ndescription: Another customer.\n";
      workspace.write("openapi/sandbox/components/schemas/Customer.yaml", another);
      workspace.edit(
        "openapi/sandbox/components/schemas/HealthRead.yaml",
        /\$ref: Health\.yaml/,
        "$ref: Customer.yaml",
      );
    },
    reported: [/^openapi\/.*\.yaml:\d+:\d+ {2}component-name-unique {2}.*Customer/m],
  },
  {
    what: "YAML that does not parse, in the sandbox's contract",
    make: (workspace) => workspace.write(CLOCK, "type: object\nrequired: [now\n"),
    reported: [/^openapi\/sandbox\/components\/schemas\/Clock\.yaml:\d+:\d+ {2}yaml-syntax {2}/m],
  },
  {
    what: "rules broken in several files",
    make: (workspace) => {
      workspace.edit(SCHEMA, /^x-inferred: .*/m, "x-inferred: guess");
      workspace.write(SCHEMA, `nullable: true\n${workspace.read(SCHEMA)}`);
      workspace.edit("openapi/paths/payments.yaml", /summary: .*/, "summary: Pay It");
      workspace.write("openapi/Payment.yaml", "type: object\ndescription: Another payment.\n");
      workspace.edit(
        "openapi/components/schemas/PaymentRead.yaml",
        /\$ref: Payment\.yaml/,
        "$ref: ../../Payment.yaml",
      );
      workspace.write("openapi/components/schemas/Plan.yaml", "type: object\n");
    },
    reported: [
      /^openapi\/components\/schemas\/Customer\.yaml:1:1 {2}struct {2}.*nullable/m,
      /^openapi\/components\/schemas\/Customer\.yaml:\d+:1 {2}centavo:inferred-is-sentence {2}/m,
      /^openapi\/paths\/payments\.yaml:\d+:3 {2}centavo:summary-in-sentence-case {2}/m,
      /^openapi\/.*\.yaml:\d+:\d+ {2}component-name-unique {2}.*Payment/m,
      /^openapi\/components\/schemas\/Plan\.yaml:1:1 {2}centavo:file-is-used {2}/m,
      /^\d+ problems in \d files\.$/m,
    ],
  },
];

describe.concurrent("a broken contract is reported by file, line and rule, and nothing is generated", () => {
  test.each(breakages)("$what", async ({ make, reported }) => {
    using workspace = new Workspace("openapi", "generated", "docs");
    const before = workspace.snapshot("generated");
    make(workspace);

    const { status, output } = await workspace.run("generate.ts");

    for (const line of reported) expect(output).toMatch(line);
    expect(output).not.toMatch(/^\s+at /m);
    expect(status).toBe(1);
    expect(workspace.snapshot("generated")).toEqual(before);
  });
});
