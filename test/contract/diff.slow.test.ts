import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { type Change, changesIn } from "./contract-changes.ts";
import { Workspace } from "./repository-copy.ts";

const CONTRACT = "generated/openapi.json";

const { breaking = {}, compatible = {} } = changesIn(`
breaking
  a response field is removed: - schemas Withdrawal properties pixKey
  a new parameter is required:
    GET /withdrawals parameters + {"name":"y","in":"query","required":true,"schema":{"type":"integer"}}
  a filter takes fewer values: - schemas PaymentStatus enum -1
compatible
  an optional field comes back: schemas Withdrawal properties bank = {"type":"string"}
  an optional parameter is taken:
    GET /withdrawals parameters + {"name":"y","in":"query","schema":{"type":"integer"}}
`);

async function compare(make: Change) {
  using workspace = new Workspace("generated");
  const contract = JSON.parse(workspace.read(CONTRACT));
  workspace.write("base.json", JSON.stringify(contract));
  make(contract);
  workspace.write("generated/openapi.yaml", JSON.stringify(contract));
  return await workspace.run("contract-diff.ts", "base.json");
}

test.concurrent.each(Object.entries(breaking))("is breaking: %s", async (_, change) => {
  const output = expect.stringMatching(/✖ major/);
  expect(await compare(change)).toEqual({ status: 1, output });
});

test.concurrent.each(Object.entries({ ...compatible, nothing: () => {} }))(
  "is compatible: %s",
  async (_, change) => {
    expect(await compare(change)).toMatchObject({ status: 0 });
  },
);

test.concurrent("without a file, the base is the latest version tagged in git", async () => {
  using workspace = new Workspace("generated");
  const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  const git = (...args: string[]) =>
    execFileSync("git", [...author, ...args], { cwd: workspace.folder });
  git("init", "--quiet");
  git("commit", "--quiet", "--message=one", "--allow-empty");
  git("tag", "v0.9.0");
  git("add", "generated");
  git("commit", "--quiet", "--message=two");
  git("tag", "v0.10.0");

  const output = expect.stringContaining("against v0.10.0");
  expect(await workspace.run("contract-diff.ts")).toEqual({ status: 0, output });
});

test.concurrent.each([
  ["a file that does not exist", ["missing.yaml"], "missing.yaml"],
  ["a file that is no contract", ["notes.md"], "notes.md is not an OpenAPI"],
  ["no file outside a repository", [], "not a git repository"],
] as const)("is a usage error: %s", async (_, args, said) => {
  using workspace = new Workspace("generated");
  workspace.write("notes.md", "# Notes");
  const { status, output } = await workspace.run("contract-diff.ts", ...args);
  expect({ status, output }).toEqual({ status: 2, output: expect.stringContaining(said) });
  expect(output).not.toMatch(/^\s+at /m);
});
