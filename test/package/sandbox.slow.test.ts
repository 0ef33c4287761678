import { expect, test } from "vitest";
import { Project, TSC, TYPE_ENVIRONMENTS } from "./consumer-project.ts";
import { packForFile } from "./installed-package.ts";

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
