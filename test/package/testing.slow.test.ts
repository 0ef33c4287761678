import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { startSandbox } from "../../src/sandbox-node/index.ts";
import { EXECUTABLE, hasChromium } from "../chromium.ts";
import { blocks } from "../docs/guide-examples.ts";
import { firstOf } from "../nightly.ts";
import { Project, TSC } from "./consumer-project.ts";
import { pack } from "./pack.ts";

const tarball = await pack();

/** The sandbox of fixtures.test.ts that already runs. */
const service = await startSandbox({ operatorKey: "let-me-in" });
vi.stubEnv("SANDBOX_URL", service.url);
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.close();
});

/** A project with a test runner, the tarball, and some of the tests in programs/. */
async function projectWith(runner: string, ...tests: string[]): Promise<Project> {
  const project = await Project.create(tarball, runner, "@types/node@24.19.2");
  const entry = `centavo/testing/${runner.startsWith("vitest") ? "vitest" : "playwright"}`;
  for (const name of ["orders.ts", ...tests]) {
    const text = readFileSync(join(import.meta.dirname, "programs", name), "utf8");
    project.write(name, text.replaceAll("centavo/testing/vitest", entry));
  }
  // Vitest 4.1 declares some of its own types without regard to exact optional properties.
  const options = { allowImportingTsExtensions: true, exactOptionalPropertyTypes: false };
  project.configure({ ...options, module: "nodenext", types: ["node"] });
  return project;
}

const COMMANDS = { vitest: ["vitest", "run", "--no-color"], playwright: ["playwright", "test"] };

/** Runs the tests, and returns what the runner printed, whether or not they pass. */
function runTests(project: Project, runner: keyof typeof COMMANDS): Promise<string> {
  return project
    .run("npx", "--no-install", ...COMMANDS[runner])
    .catch(({ message }: Error) => message);
}

/** The oldest versions that the package allows, and the newest that we know. */
const RUNNERS = [
  ...["vitest@4.1.0", "@playwright/test@1.50.0"],
  ...["vitest@5.1.1", "@playwright/test@1.65.1"],
];

test.each(firstOf(1, RUNNERS))(
  "with %s alone, tests compile, pass and fail",
  async (packageName) => {
    using project = await projectWith(packageName, "fixtures.test.ts", "fixtures-fail.test.ts");
    await project.run(process.execPath, TSC);

    const runner = packageName.startsWith("vitest") ? "vitest" : "playwright";
    const output = await runTests(project, runner);
    expect(output).toMatch(/1 failed/);
    expect(output).toMatch(/3 passed/);
    expect(output).toContain("Expected the status PAID, received PENDING for ");
    expect(output).toMatch(
      /The test's company, all events:\n2026-03-02T09:00:00-03:00 {2}payments\.create /,
    );
    expect(output).not.toMatch(/sandbox_(public|private)_/);
  },
);

test.runIf(hasChromium)("with Playwright, a test moves the sandbox beside its page", async () => {
  using project = await projectWith("@playwright/test@1.65.1", "shop.test.ts");
  const launchOptions = { executablePath: EXECUTABLE, args: ["--no-sandbox", "--disable-gpu"] };
  project.write(
    "playwright.config.ts",
    `export default { use: { launchOptions: ${JSON.stringify(launchOptions)} } };`,
  );
  await project.run(process.execPath, TSC);
  expect(await runTests(project, "playwright")).toMatch(/1 passed/);
});

test("Playwright's runner explores the shop of the guide, and finds its mistake", async () => {
  const guide = "docs/guides/explore.md";
  const [shop = ""] = blocks(guide, "ts shop.ts");
  const [suite = ""] = blocks(guide, "ts shop.test.ts");
  using project = await Project.create(tarball, "@playwright/test@1.65.1", "fast-check@4.10.2");
  project.write("shop.ts", shop);
  project.write(
    "shop.test.ts",
    suite
      .replace('from "vitest"', 'from "@playwright/test"')
      .replace("{ timeout: 120_000 }, ", "")
      .replace("await explore({", "test.setTimeout(120_000);\n  await explore({ seed: 1,"),
  );
  const output = await runTests(project, "playwright");
  expect(output).toContain("A promise of the shop is broken: An order is charged at most once.");
  expect(output).toContain("It failed in 10 of 10 replays.");
  expect(output).toMatch(/1 failed/);
});
