import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { Project } from "./consumer-project.ts";

/** npm installs every tool of the repository to build the package. */
const TIME_LIMIT = 10 * 60_000;

test("npm builds the package that it installs from the address of the committed state", {
  timeout: TIME_LIMIT,
}, async () => {
  using project = await Project.create();
  const address = `git+${pathToFileURL(resolve("."))}`;
  await project.run("npm", "install", "--prefer-offline", "--no-audit", "--no-fund", address);
  const { version } = JSON.parse(project.read("node_modules/centavo/package.json"));
  const command = project.path("node_modules/centavo/dist/package/src/cli/index.js");
  expect(await project.run(process.execPath, command, "--version")).toBe(`${version}\n`);
  project.write(
    "program.mjs",
    'import { createCentavo } from "centavo";\nconsole.log(typeof createCentavo);\n',
  );
  expect(await project.run(process.execPath, "program.mjs")).toBe("function\n");
});
