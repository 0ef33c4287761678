import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { run } from "../run-command-line.ts";
import { Project, TSC, TYPE_ENVIRONMENTS } from "./consumer-project.ts";
import { packForFile } from "./installed-package.ts";
import { nodes } from "./node-versions.ts";

const packed = await packForFile();

async function projectWith(...packages: string[]): Promise<Project> {
  const project = await Project.create(packed.tarball, ...packages);
  project.addProgram("sandbox.ts", "");
  return project;
}

test.each(TYPE_ENVIRONMENTS)(
  "a program with $platform compiles, and runs with the client and the controls",
  async ({ packages, options }) => {
    using project = await projectWith(...packages);
    project.configure({ ...options, module: "nodenext" });

    await project.run(process.execPath, TSC);

    expect(JSON.parse(await project.run(process.execPath, "sandbox.ts"))).toEqual({
      status: "PAID",
      now: "2026-03-03T12:00:00.000Z",
      unknown: true,
      backwards: 400,
      inUse: "port",
      unopened: "db",
      ended: true,
    });
  },
);

describe("centavo sandbox", () => {
  const others = nodes().filter(({ version }) => Number.parseInt(version.slice(1), 10) < 22);

  test.runIf(others.length > 0)(
    "tells the user of an older Node in one line which one a file needs, and creates none",
    async () => {
      const [{ node = "", version = "" } = {}] = others;
      using project = await Project.create(packed.tarball);
      const cli = project.path("node_modules/centavo/dist/package/src/cli/index.js");
      const db = project.path("sandbox.db");
      expect(await run([node, cli, "sandbox", "--port", "0", "--db", db])).toMatchObject({
        status: 2,
        stdout: "",
        stderr: `centavo: ${db} cannot be opened (SQLite needs Node 22.13 or later, and this is ${version}); leave out --db to keep the data in memory\n`,
      });
      expect(existsSync(db)).toBe(false);
    },
  );
});
