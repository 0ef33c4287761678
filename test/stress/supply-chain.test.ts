import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { pack } from "../package/pack.ts";
import { noticesIn } from "../package/third-party-notice.ts";
import { newFolder } from "../sandbox/database-file.ts";

type Versions = Record<string, string>;

/** npm's audit of some packages: the advisories, or why there is no response. */
type Audit =
  | { advisories: string[]; unanswered?: never }
  | { advisories?: never; unanswered: string };

/** A project with packages in a folder of their own, without what these would need themselves. */
function projectWith(packages: Versions): string {
  const folder = newFolder();
  const project = { name: "audited", version: "1.0.0", dependencies: packages };
  const modules = Object.entries(packages).map(([name, version]) => [
    `node_modules/${name}`,
    { version },
  ]);
  const lock = { lockfileVersion: 3, packages: { "": project, ...Object.fromEntries(modules) } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(project));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  return folder;
}

/** Has npm ask its registry for everything that is known against the packages of a lockfile. */
async function audit(folder: string, ...options: string[]): Promise<Audit> {
  const patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=30000"];
  const command = ["audit", "--json", "--package-lock-only", ...patience, ...options];
  const printed = await new Promise<string>((resolve) => {
    // npm fails both with advisories and without a registry. Its output shows which.
    execFile("npm", command, { cwd: folder, maxBuffer: 2 ** 28 }, (_, stdout) => resolve(stdout));
  });
  const { vulnerabilities, message } = JSON.parse(
    printed || '{ "message": "npm printed nothing" }',
  );
  if (!vulnerabilities) return { unanswered: `${message}`.replace(/ - .*/s, "") };
  const found = Object.values(vulnerabilities as Record<string, { via: (Advisory | string)[] }>);
  const own = found.flatMap(({ via }) => via).filter((one) => typeof one === "object");
  const advisories = own.map(
    ({ name, range, title, url }) => `${name} ${range}: ${title} (${url})`,
  );
  return { advisories };
}

/** The advisories against packages that a text does not name. */
function unanswered(advisories: readonly string[], text: string): string[] {
  return advisories.filter((advisory) => !text.includes(`\`${advisory.split(" ")[0]}\``));
}

interface Advisory {
  name: string;
  range: string;
  title: string;
  url: string;
}

/** The packages whose code is in the package, and those that are installed with it. */
async function shipped(): Promise<Versions> {
  using packed = await pack();
  const notices = await noticesIn(packed.tarball);
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const installed = namesFrom(packages, Object.keys(packages[""].dependencies));
  return Object.fromEntries([
    ...notices.map(({ name, version }) => [name, version]),
    ...installed.map((name) => [name, packages[`node_modules/${name}`].version]),
  ]);
}

/** Packages with all that they need, by a lockfile. */
function namesFrom(locked: Record<string, { dependencies?: Versions }>, names: string[]): string[] {
  return names.flatMap((name) => {
    const needed = Object.keys(locked[`node_modules/${name}`]?.dependencies ?? {});
    return [name, ...namesFrom(locked, needed)];
  });
}

test("an audit covers exactly the packages it is given, and reports the known advisories", async () => {
  const asked: unknown[] = [];
  const registry = createServer(async (request, response) => {
    // It would also read more of the package itself, and does without.
    if (request.method === "GET") return void response.writeHead(404).end("{}");
    const compressed = request.headers["content-encoding"] === "gzip";
    asked.push(await json(compressed ? request.pipe(createGunzip()) : request));
    const title = "Prints more than it is asked for";
    const known = { id: 1, url: "urn:1", title, severity: "high", vulnerable_versions: "<=1.3.0" };
    response.end(JSON.stringify({ "left-pad": [known] }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void registry.close());
  await once(registry, "listening");
  const { port } = registry.address() as AddressInfo;

  const folder = projectWith({ "left-pad": "1.3.0", uqr: "0.1.3" });
  const found = await audit(folder, `--registry=http://127.0.0.1:${port}`);

  expect(asked).toEqual([{ "left-pad": ["1.3.0"], uqr: ["0.1.3"] }]);
  expect(found).toMatchObject({
    advisories: ["left-pad <=1.3.0: Prints more than it is asked for (urn:1)"],
  });
  expect(unanswered(found.advisories ?? [], "`left-pad`: we do not print")).toEqual([]);
  expect(unanswered(found.advisories ?? [], "`uqr`: we do not print")).toEqual(found.advisories);
});

test("no advisory is known for what the package ships, and each against a tool is answered", async (context) => {
  const packages = await shipped();
  expect(packages).not.toEqual({});
  const shippedAudit = await audit(projectWith(packages));
  const tools = await audit(".");
  context.task.meta.figures = {
    "packages that are shipped": Object.entries(packages)
      .map(([name, version]) => `${name} ${version}`)
      .join(", "),
    "advisories against them":
      shippedAudit.advisories?.length ?? `not known: ${shippedAudit.unanswered}`,
    // They run where it is made, and are no part of it.
    "against all that it is made with":
      tools.advisories?.length ?? `not known: ${tools.unanswered}`,
  };
  const reason = shippedAudit.unanswered ?? tools.unanswered;
  context.skip(reason !== undefined, `The registry answers no audit: ${reason}`);
  expect(shippedAudit.advisories).toEqual([]);
  const security = readFileSync("SECURITY.md", "utf8");
  expect(
    unanswered(tools.advisories ?? [], security),
    'SECURITY.md answers each in "Known advisories"',
  ).toEqual([]);
});
