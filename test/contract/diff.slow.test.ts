import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { type Change, changesIn } from "./contract-changes.ts";
import { Workspace } from "./repository-copy.ts";

const CONTRACT = "generated/openapi.json";

const { breaking = {}, compatible = {} } = changesIn(`
breaking
  a response field is removed: - schemas Withdrawal properties pixKey
  a response field may be missing: - schemas Withdrawal required -1
  a new parameter is required:
    GET /withdrawals parameters + {"name":"y","in":"query","required":true,"schema":{"type":"integer"}}
  a new field is required in a request:
    schemas PaymentRefund required + "reason"
    schemas PaymentRefund properties reason = {"type":"string"}
  a filter takes fewer values: - schemas PaymentStatus enum -1
  an operation is removed: - paths /payments/refund
  a field changes its type: schemas Withdrawal properties liquidAmount = {"type":"string"}
compatible
  an optional field comes back: schemas Withdrawal properties bank = {"type":"string"}
  an optional parameter is taken:
    GET /withdrawals parameters + {"name":"y","in":"query","schema":{"type":"integer"}}
  a description is rewritten: schemas Withdrawal description = "Said in other words."
`);

async function compare(make: Change) {
  using workspace = new Workspace("generated");
  const contract = JSON.parse(workspace.read(CONTRACT));
  workspace.write("base.json", JSON.stringify(contract));
  make(contract);
  workspace.write("generated/openapi.yaml", JSON.stringify(contract));
  return await workspace.run("contract-diff.ts", "base.json");
}

describe.concurrent("is breaking:", () => {
  test.each(Object.entries(breaking))("%s", async (_, change) => {
    const { status, output } = await compare(change);
    expect(output).toMatch(/✖ major/);
    expect(status).toBe(1);
  });
});

describe.concurrent("is compatible:", () => {
  test.each(Object.entries({ ...compatible, nothing: () => {} }))("%s", async (_, change) => {
    expect(await compare(change)).toMatchObject({ status: 0 });
  });
});

describe.concurrent("without a file", () => {
  test("the base is the latest version tagged in git", async () => {
    using workspace = new Workspace("generated");
    const git = repositoryIn(workspace.folder);
    git("commit", "--quiet", "--message=one", "--allow-empty");
    git("tag", "v0.9.0");
    git("add", "generated");
    git("commit", "--quiet", "--message=two");
    git("tag", "v0.10.0");

    const { status, output } = await workspace.run("contract-diff.ts");

    expect(output).toContain("against v0.10.0");
    expect(status).toBe(0);
  });

  test("nothing breaks before the first version", async () => {
    using workspace = new Workspace("generated");
    repositoryIn(workspace.folder);
    const { status, output } = await workspace.run("contract-diff.ts");
    expect(output).toContain("No version is tagged yet");
    expect(status).toBe(0);
  });

  function repositoryIn(cwd: string) {
    const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
    const git = (...args: string[]) => execFileSync("git", [...author, ...args], { cwd });
    git("init", "--quiet");
    return git;
  }
});

describe.concurrent("is a usage error:", () => {
  test.each([
    { what: "a file that does not exist", args: ["missing.yaml"], said: "missing.yaml" },
    { what: "a file that is no contract", args: ["notes.md"], said: "notes.md is not an OpenAPI" },
    { what: "two files", args: ["one.yaml", "two.yaml"], said: "Usage" },
    { what: "no file outside a repository", args: [], said: "not a git repository" },
  ])("$what", async ({ args, said }) => {
    using workspace = new Workspace("generated");
    workspace.write("notes.md", "# Notes");
    const { status, output } = await workspace.run("contract-diff.ts", ...args);
    expect(output).toContain(said);
    expect(output).not.toMatch(/^\s+at /m);
    expect(status).toBe(2);
  });
});
