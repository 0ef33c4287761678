import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../free-port.ts";
import { pack } from "../package/pack.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { newFolder } from "../sandbox/database-file.ts";
import { PostgresServer, programs, user } from "./postgres-server.ts";
import { until } from "./sandbox-fleet.ts";

const HAPROXY = "/usr/sbin/haproxy";
const NAMES = ["sandbox-1", "sandbox-2", "sandbox-3"];

test("the guide shows the files of deploy/ as they are", () => {
  const guide = readFileSync("docs/sandbox/sharing.md", "utf8");
  for (const file of ["Containerfile", "compose.yaml", "haproxy.cfg", "centavo-sandbox.service"])
    expect(guide).toContain(`\n${readFileSync(`deploy/${file}`, "utf8")}\`\`\`\n`);
});

const isPossible = programs !== undefined && existsSync(HAPROXY);
if (!isPossible)
  console.warn(
    "The files of deploy/ were not tested: Debian's packages postgresql and haproxy are missing.",
  );

describe.skipIf(!isPossible)("the steps of the Containerfile, run by an ordinary user,", () => {
  test("give processes that HAProxy restarts without a lost call", async () => {
    const folder = await install();
    const server = await PostgresServer.start();
    onTestFinished(() => server.close());
    const [publicPort, ...ports] = await Promise.all([0, ...NAMES].map(freePort));
    const publicUrl = `http://localhost:${publicPort}`;
    const db = await server.createDatabase();
    const start = (index: number) =>
      startSandbox(folder, { db, publicUrl, port: ports[index] ?? 0 });
    const processes = NAMES.map((_, index) => start(index));
    onTestFinished(() => processes.forEach((each) => void each.kill("SIGKILL")));
    startBalancer(folder, publicPort ?? 0, ports);

    await until(async () => (await fetch(`${publicUrl}/_sandbox/ready`)).ok);
    const made = await fetch(`${publicUrl}/_sandbox/companies`, { method: "POST" });
    const { data } = (await made.json()) as { data: Shop["keys"] };
    const shop = new Shop(publicUrl, data);
    let calls = 0;
    let isEnding = false;
    const callers = Array.from({ length: 4 }, async () => {
      for (; !isEnding; calls++) await shop.pay("pix");
    });
    for (const [index, running] of processes.entries()) {
      running.kill("SIGTERM");
      await once(running, "exit");
      processes[index] = start(index);
      await until(async () => (await fetch(`http://127.0.0.1:${ports[index]}/_sandbox/ready`)).ok);
      await setTimeout(1500);
    }
    isEnding = true;
    await Promise.all(callers);
    expect((await shop.centavo.payments.list({ limit: 1 })).meta.total).toBe(calls);
    expect(calls).toBeGreaterThan(20);
  });
});

/** Runs what the Containerfile runs, and returns the folder. */
async function install(): Promise<string> {
  const folder = newFolder();
  using packed = await pack();
  cpSync(packed.tarball, join(folder, basename(packed.tarball)));
  if (user) chownSync(folder, user.uid, user.gid);
  const containerfile = readFileSync("deploy/Containerfile", "utf8");
  expect(containerfile).toContain(`COPY ${basename(packed.tarball)} .`);
  const [, steps = ""] = /^RUN (.+)$/m.exec(containerfile) ?? [];
  // The user's own settings are in another home folder.
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  const env = { ...environment(folder), npm_config_registry: registry };
  const installing = spawn("sh", ["-c", steps], { cwd: folder, env, stdio: "ignore", ...user });
  expect(await once(installing, "exit")).toEqual([0, null]);
  return folder;
}

function startSandbox(
  folder: string,
  { db, publicUrl, port }: { db: string; publicUrl: string; port: number },
): ChildProcess {
  const [, entry = "[]"] =
    /^ENTRYPOINT (.+)$/m.exec(readFileSync("deploy/Containerfile", "utf8")) ?? [];
  const [, ...command] = JSON.parse(entry) as string[];
  return spawn(process.execPath, [...command, "--quiet"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...environment(folder),
      CENTAVO_SANDBOX_DB: db,
      CENTAVO_SANDBOX_PORT: `${port}`,
      CENTAVO_SANDBOX_PUBLIC_URL: publicUrl,
      CENTAVO_SANDBOX_DRAIN: "3",
    },
    ...user,
  });
}

/** That of the tests, e.g. with the authorities that Node trusts, but without what npm sets for its scripts. */
function environment(folder: string) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD)/i.test(name));
  return { ...Object.fromEntries(inherited), HOME: folder };
}

/** Starts HAProxy with the file of deploy/, for these ports. */
function startBalancer(folder: string, publicPort: number, ports: readonly number[]): void {
  const addressed = NAMES.reduce(
    (text, name, index) => text.replace(`${name}:4020`, `127.0.0.1:${ports[index]}`),
    readFileSync("deploy/haproxy.cfg", "utf8"),
  );
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, addressed.replace("bind :4020", `bind 127.0.0.1:${publicPort}`));
  const balancer = spawn(HAPROXY, ["-db", "-f", file], { stdio: "ignore", ...user });
  onTestFinished(() => void balancer.kill());
}
