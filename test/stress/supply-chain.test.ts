import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pack } from "../package/pack.ts";
import { noticesIn } from "../package/third-party-notice.ts";

interface Advisory {
  name: string;
  range: string;
  title: string;
  url: string;
}

/** Has npm ask its registry for everything that is known against the packages of the lockfile. */
async function audit(): Promise<{ advisories: Advisory[] } | { unanswered: string }> {
  const patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=30000"];
  const printed = await new Promise<string>((resolve) => {
    // npm fails both with advisories and without a registry. Its output shows which.
    const command = ["audit", "--json", "--package-lock-only", ...patience];
    execFile("npm", command, { maxBuffer: 2 ** 28 }, (_, stdout) => resolve(stdout));
  });
  const { vulnerabilities, message } = JSON.parse(
    printed || '{ "message": "npm printed nothing" }',
  );
  if (!vulnerabilities) return { unanswered: `${message}`.replace(/ - .*/s, "") };
  const found = Object.values(vulnerabilities as Record<string, { via: (Advisory | string)[] }>);
  return { advisories: found.flatMap(({ via }) => via).filter((one) => typeof one === "object") };
}

/** The packages whose code is in the package, and those that are installed with it. */
async function shipped(): Promise<Set<string>> {
  const tarball = await pack();
  const notices = await noticesIn(tarball);
  const lockfile: { packages: Record<string, { dev?: boolean; peer?: boolean }> } = JSON.parse(
    readFileSync("package-lock.json", "utf8"),
  );
  const installed = Object.entries(lockfile.packages)
    .filter(([path, { dev, peer }]) => path !== "" && !dev && !peer)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
  return new Set([...notices.map(({ name }) => name), ...installed]);
}

test("no advisory is known for what the package ships, and each against a tool is answered", async ({
  skip,
}) => {
  const packages = await shipped();
  expect(packages).toContain("openapi-fetch");
  const audited = await audit();
  if ("unanswered" in audited) return skip(`The registry answers no audit: ${audited.unanswered}`);
  const security = readFileSync("SECURITY.md", "utf8");
  const open = audited.advisories.filter(
    ({ name }) => packages.has(name) || !security.includes(`\`${name}\``),
  );
  expect(open, 'SECURITY.md answers each against a tool in "Known advisories"').toEqual([]);
});
