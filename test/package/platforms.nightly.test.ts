import { spawn } from "node:child_process";
import { describe, expect, type TestContext, test } from "vitest";
import { freePort } from "../free-port.ts";
import { PRINTED, Project } from "./consumer-project.ts";
import { bundleFor, EVERY_PLATFORM, printed } from "./every-platform.ts";
import { startServiceForFile } from "./installed-package.ts";
import { pack } from "./pack.ts";

/**
 * Platforms that are installed from the registry, some 100 MB each. They are no devDependencies: a
 * fresh clone would wait for them, and most changes cannot touch what differs between them.
 */
const LIMIT = { timeout: 180_000 };

const tarball = await pack();
const service = await startServiceForFile();

/** A project with the tarball, programs and a tool. Without the tool the test is skipped. */
async function projectWith(
  programs: string[],
  tool: string,
  context: TestContext,
): Promise<Project> {
  const project = await Project.create(tarball);
  for (const program of programs) project.addProgram(program, service.baseUrl);
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
const workerd = `@cloudflare/workerd-${machine.replace("x64", "64")}`;
const [BUN, DENO, WORKERD] = [`${bun}@1.4.5`, `${deno}@2.9.6`, `${workerd}@1.20261117.1`];

test.for(["client.ts", "client.mjs", "client.cjs"])("Bun runs %s", LIMIT, async (name, context) => {
  using project = await projectWith([name], BUN, context);
  const printed = await project.run(project.path("node_modules", bun, "bin/bun"), name);
  expect(JSON.parse(printed)).toMatchObject(PRINTED);
});

test(
  "Deno checks and runs client.ts, with permission for the network only",
  LIMIT,
  async (context) => {
    using project = await projectWith(["client.ts"], DENO, context);
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
    using project = await projectWith(["client.ts"], `typescript@${version}`, context);
    const options = { lib: ["es2022", "dom"], types: [], resolveJsonModule: true };
    project.configure({ ...options, module: "nodenext" });
    await project.run(process.execPath, "node_modules/typescript/bin/tsc");
  },
);

describe("the sandbox as a function answers the same as on Node", () => {
  /** The commands that run a program. */
  const platforms = [
    { tool: BUN, command: [`${bun}/bin/bun`] },
    // It may have the network, and asks for nothing.
    { tool: DENO, command: [`${deno}/deno`, "run", "--no-prompt"] },
  ];

  test.for(platforms)(
    "on $tool",
    LIMIT,
    async ({ tool, command: [file = "", ...args] }, context) => {
      using project = await projectWith(EVERY_PLATFORM, tool, context);
      const onNode = await printed(project, process.execPath);
      const command = project.path("node_modules", file);
      expect(await printed(project, command, ...args)).toEqual(onNode);
      // By the entry of the platforms without Node.
      const conditions = tool === BUN ? ["--conditions=browser"] : ["--conditions", "browser"];
      expect(await printed(project, command, ...args, ...conditions)).toEqual(onNode);
    },
  );

  test("on an edge runtime", LIMIT, async (context) => {
    using project = await projectWith(EVERY_PLATFORM, WORKERD, context);
    const worker = `import { program } from "./every-platform.mjs";
      export default { fetch: async () => Response.json(await program()) };`;
    project.write("worker.mjs", await bundleFor("workerd", worker, project));
    const port = await freePort();
    project.write("config.capnp", workerConfiguration(port));
    const server = spawn(project.path("node_modules", workerd, "bin/workerd"), [
      "serve",
      project.path("config.capnp"),
    ]);
    try {
      const answer = () => fetch(`http://127.0.0.1:${port}/`).then((response) => response.json());
      await expect
        .poll(() =>
          answer().then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      expect(await answer()).toEqual(await printed(project, process.execPath));
    } finally {
      server.kill();
    }
  });
});

function workerConfiguration(port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [(name = "main", worker = .worker)],
      sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
    );
    const worker :Workerd.Worker = (
      modules = [(name = "worker", esModule = embed "worker.mjs")],
      compatibilityDate = "2026-11-01"
    );`;
}
