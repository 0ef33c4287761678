import { expect, type TestContext, test } from "vitest";
import { PRINTED, Project } from "./consumer-project.ts";
import { startServiceForFile } from "./installed-package.ts";
import { pack } from "./pack.ts";

/**
 * Platforms that are installed from the registry, some 100 MB each. They are no devDependencies: a
 * fresh clone would wait for them, and most changes cannot touch what differs between them.
 */
const LIMIT = { timeout: 180_000 };

const tarball = await pack();
const service = await startServiceForFile();

/** A project with the tarball, a program and a tool. Without the tool the test is skipped. */
async function projectWith(program: string, tool: string, context: TestContext): Promise<Project> {
  const project = await Project.create(tarball);
  project.addProgram(program, service.baseUrl);
  await project.install(tool).catch((error) => {
    project[Symbol.dispose]();
    const [reason] = /npm error .*/.exec(String(error)) ?? [error];
    const message = `Skipped: ${tool} does not install here (${reason}). With a registry, run NIGHTLY=1 npx vitest run --project slow test/package/platforms.`;
    // Printed twice, because the default reporter omits why a test was skipped.
    console.warn(message);
    context.skip(message);
  });
  return project;
}

const machine = `${process.platform}-${process.arch}`;
const bun = `@oven/bun-${machine.replace("arm64", "aarch64")}`;
const deno = `@deno/${machine}${process.platform === "linux" ? "-glibc" : ""}`;

test.for(["client.ts", "client.mjs", "client.cjs"])("Bun runs %s", LIMIT, async (name, context) => {
  using project = await projectWith(name, `${bun}@1.4.5`, context);
  const printed = await project.run(project.path("node_modules", bun, "bin/bun"), name);
  expect(JSON.parse(printed)).toMatchObject(PRINTED);
});

test(
  "Deno checks and runs client.ts, with permission for the network only",
  LIMIT,
  async (context) => {
    using project = await projectWith("client.ts", `${deno}@2.9.6`, context);
    const command = project.path("node_modules", deno, "deno");
    await project.run(command, "check", "client.ts");
    const options = ["--no-prompt", "--allow-net=127.0.0.1"];
    const printed = await project.run(command, "run", ...options, "client.ts");
    expect(JSON.parse(printed)).toEqual(PRINTED);
  },
);

/** 5.4 is the first that takes openapi-fetch's declarations; 7 is the first in Go. */
test.for(["5.4.5", "7.0.2"])(
  "TypeScript %s compiles client.ts",
  LIMIT,
  async (version, context) => {
    using project = await projectWith("client.ts", `typescript@${version}`, context);
    const options = { lib: ["es2022", "dom"], types: [], resolveJsonModule: true };
    project.configure({ ...options, module: "nodenext" });
    await project.run(process.execPath, "node_modules/typescript/bin/tsc");
  },
);
