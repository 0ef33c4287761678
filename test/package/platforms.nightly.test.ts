import { describe, expect, type TestContext, test } from "vitest";
import { PRINTED, Project } from "./consumer-project.ts";
import { packForFile, startServiceForFile } from "./installed-package.ts";

/**
 * Platforms that are installed from the registry, some 100 MB each. They are no devDependencies: a
 * fresh clone would wait for them, and most changes cannot touch what differs between them.
 */
const TIME_LIMIT = 180_000;

const packed = await packForFile();
const service = await startServiceForFile();

/** A project with the tarball, a program and a tool. Without the tool the test is skipped. */
async function projectWith(program: string, tool: string, context: TestContext): Promise<Project> {
  const project = await Project.create(packed.tarball);
  project.addProgram(program, service.baseUrl);
  await project.install(tool).catch((error) => {
    project[Symbol.dispose]();
    const [reason] = /npm error .*/.exec(String(error)) ?? [error];
    const message = `Skipped: ${tool} does not install here (${reason}). With a registry, run npm run test:slow.`;
    // Printed twice, because the default reporter omits why a test was skipped.
    console.warn(message);
    context.skip(message);
  });
  return project;
}

const machine = `${process.platform}-${process.arch}`;

describe("Bun", () => {
  const name = `@oven/bun-${machine.replace("arm64", "aarch64")}`;

  test.for(["client.ts", "client.mjs", "client.cjs"])(
    "runs %s",
    { timeout: TIME_LIMIT },
    async (program, context) => {
      using project = await projectWith(program, `${name}@1.4.5`, context);
      const printed = await project.run(project.path("node_modules", name, "bin/bun"), program);
      expect(JSON.parse(printed)).toMatchObject(PRINTED);
    },
  );
});

describe("Deno", () => {
  const name = `@deno/${machine}${process.platform === "linux" ? "-glibc" : ""}`;

  test("checks and runs client.ts, with permission for the network only", {
    timeout: TIME_LIMIT,
  }, async (context) => {
    using project = await projectWith("client.ts", `${name}@2.9.6`, context);
    const deno = project.path("node_modules", name, "deno");
    await project.run(deno, "check", "client.ts");
    const options = ["--no-prompt", "--allow-net=127.0.0.1"];
    const printed = await project.run(deno, "run", ...options, "client.ts");
    expect(JSON.parse(printed)).toEqual(PRINTED);
  });
});

describe("TypeScript versions other than ours", () => {
  /** 5.4 is the first that takes openapi-fetch's declarations; 7 is the first in Go. */
  test.for(["5.4.5", "7.0.2"])(
    "%s compiles client.ts",
    { timeout: TIME_LIMIT },
    async (version, context) => {
      using project = await projectWith("client.ts", `typescript@${version}`, context);
      const options = { lib: ["es2022", "dom"], types: [], resolveJsonModule: true };
      project.configure({ ...options, module: "nodenext" });
      await project.run(process.execPath, "node_modules/typescript/bin/tsc");
    },
  );
});
