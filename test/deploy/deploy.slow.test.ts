import {
  type ChildProcess,
  execFileSync,
  type StdioOptions,
  spawn,
  spawnSync,
} from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { BilletPayment } from "../../generated/types.ts";
import { freePort } from "../free-port.ts";
import { pack } from "../package/pack.ts";
import { PostgresServer, programs, user } from "../postgres/postgres-server.ts";
import { until } from "../postgres/sandbox-fleet.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { newFolder } from "../sandbox/database-file.ts";
import { keysIn } from "../sandbox/sandbox-command.ts";

const HAPROXY = "/usr/sbin/haproxy";
const BUBBLEWRAP = "/usr/bin/bwrap";
const ANALYZE = "/usr/bin/systemd-analyze";
const NAMES = ["sandbox-1", "sandbox-2", "sandbox-3"];

const isPossible = programs !== undefined && existsSync(HAPROXY);
if (!isPossible)
  console.warn(
    "The files of deploy/ were not tested: Debian's packages postgresql and haproxy are missing.",
  );
/** Some machines and containers allow no namespaces to an ordinary user. */
const mayIsolate = spawnSync(BUBBLEWRAP, ["--ro-bind", "/", "/", "true"], user ?? {}).status === 0;
if (!mayIsolate)
  console.warn(
    "No read-only file system was tested: Debian's package bubblewrap is missing, or may not run.",
  );
if (!existsSync(ANALYZE))
  console.warn("The service was not verified: Debian's package systemd is missing.");

test.skipIf(!existsSync(ANALYZE))("systemd accepts the service", () => {
  const folder = newFolder();
  const file = join(folder, "centavo-sandbox.service");
  const service = readFileSync("deploy/centavo-sandbox.service", "utf8");
  // It checks that the program exists, which need not be where the unit has it.
  writeFileSync(file, service.replace("/usr/bin/node", process.execPath));
  const verify = (name: string) =>
    spawnSync(ANALYZE, ["verify", name], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C" },
    });
  expect(verify(file)).toMatchObject({ status: 0, stderr: "" });
  writeFileSync(file, service.replace("NoNewPrivileges", "NoNewPrivilege"));
  expect(verify(file).stderr).toContain("NoNewPrivilege");
});

describe.skipIf(!isPossible)("the steps of the Containerfile, run by an ordinary user,", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await install();
  });

  test.skipIf(!mayIsolate)(
    "give a process that needs nothing to write but its volume, and ends what is in flight",
    async () => {
      const volume = newFolder();
      if (user) chownSync(volume, user.uid, user.gid);
      const port = await freePort();
      const start = async () => {
        const running = startReadOnly(folder, volume, port);
        await until(async () => (await fetch(`http://127.0.0.1:${port}/_sandbox/ready`)).ok);
        return running;
      };
      const running = await start();
      const keys = keysIn(running.text());
      const shop = new Shop(running.url, keys);
      await shop.control.faults.set({
        faults: [{ operationId: "payments.create", latency: 60_000 }],
      });
      const paying = shop.pay("pix");
      await setTimeout(500);
      running.stop();
      const { id } = await paying;
      expect(await running.ended).toEqual([0, null]);
      const next = await start();
      expect((await shop.payment(id)).status).toBe("PENDING");
      next.stop();
      expect(await next.ended).toEqual([0, null]);
      expect(inside(folder, volume, ["touch", join(folder, "file")]).status).toBe(1);
    },
  );

  test("give processes that HAProxy restarts without a lost call", async () => {
    const server = await PostgresServer.start();
    onTestFinished(() => server.close());
    const [publicPort = 0, tlsPort = 0, ...ports] = await Promise.all(
      [0, 0, ...NAMES].map(freePort),
    );
    const plainUrl = `http://localhost:${publicPort}`;
    const publicUrl = `https://localhost:${tlsPort}`;
    const db = await server.createDatabase();
    const start = (index: number) =>
      startSandbox(folder, { db, publicUrl, port: ports[index] ?? 0 });
    const processes = NAMES.map((_, index) => start(index));
    onTestFinished(() => processes.forEach((each) => void each.kill("SIGKILL")));
    const ca = startBalancer(folder, { publicPort, tlsPort, ports });

    await until(async () => (await fetch(`${plainUrl}/_sandbox/ready`)).ok);
    const made = await fetch(`${plainUrl}/_sandbox/companies`, { method: "POST" });
    const { data } = (await made.json()) as { data: Shop["keys"] };
    const shop = new Shop(plainUrl, data);
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
    const { pdfUrl } = ((await shop.pay("billet")) as BilletPayment).billetDetails;
    expect(pdfUrl).toContain(`${publicUrl}/`);
    expect((await getOverTls(pdfUrl, ca)).subarray(0, 5).toString()).toBe("%PDF-");
  });
});

/** Runs what the Containerfile runs, and returns the folder. */
async function install(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "centavo-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const tarball = await pack();
  cpSync(tarball, join(folder, basename(tarball)));
  if (user) chownSync(folder, user.uid, user.gid);
  const containerfile = readFileSync("deploy/Containerfile", "utf8");
  expect(containerfile).toContain(`COPY ${basename(tarball)} .`);
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
  return spawn(process.execPath, [...entryPoint(), "--quiet"], {
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

/** What the Containerfile gives to Node. */
function entryPoint(): string[] {
  const [, entry = "[]"] =
    /^ENTRYPOINT (.+)$/m.exec(readFileSync("deploy/Containerfile", "utf8")) ?? [];
  return (JSON.parse(entry) as string[]).slice(1);
}

/** That of the tests, e.g. with the authorities that Node trusts, but without what npm sets for its scripts. */
function environment(folder: string) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD)/i.test(name));
  return { ...Object.fromEntries(inherited), HOME: folder };
}

/**
 * Starts HAProxy with the file of deploy/ for these ports, so that it ends TLS too. Returns the certificate, which it makes.
 */
function startBalancer(
  folder: string,
  { publicPort, tlsPort, ports }: { publicPort: number; tlsPort: number; ports: readonly number[] },
): Buffer {
  const [file, certificate, key] = ["haproxy.cfg", "cert.pem", "key.pem"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", key, "-out", certificate, "-days", "1"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...names, ...files], {
    stdio: "ignore",
  });
  writeFileSync(
    `${folder}/sandbox.pem`,
    readFileSync(certificate, "utf8") + readFileSync(key, "utf8"),
  );
  const addressed = NAMES.reduce(
    (text, name, index) => text.replace(`${name}:4020`, `127.0.0.1:${ports[index]}`),
    readFileSync("deploy/haproxy.cfg", "utf8"),
  );
  const changes = {
    "bind :4020": `bind 127.0.0.1:${publicPort}`,
    "# bind :443 ssl crt /usr/local/etc/haproxy": `bind 127.0.0.1:${tlsPort} ssl crt ${folder}`,
  };
  for (const text of Object.keys(changes)) expect(addressed).toContain(text);
  const changed = Object.entries(changes).reduce(
    (text, change) => text.replace(...change),
    addressed,
  );
  writeFileSync(file, changed);
  const balancer = spawn(HAPROXY, ["-db", "-f", file], { stdio: "ignore", ...user });
  onTestFinished(() => void balancer.kill());
  return readFileSync(certificate);
}

function getOverTls(url: string, ca: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  request(url, { ca }, (response) => buffer(response).then(resolve, reject))
    .on("error", reject)
    .end();
  return promise;
}

/** What runs a command of the ordinary user where only the volume can be written. */
function readOnly(folder: string, volume: string, command: string[]): [string, string[]] {
  const mounts = [
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--bind",
    volume,
    volume,
  ];
  return [BUBBLEWRAP, [...mounts, "--chdir", folder, "--", ...command]];
}

function inside(folder: string, volume: string, command: string[]) {
  return spawnSync(...readOnly(folder, volume, command), user ?? {});
}

function startReadOnly(folder: string, volume: string, port: number) {
  const [program, args] = readOnly(folder, volume, [process.execPath, ...entryPoint()]);
  const CENTAVO_SANDBOX_DB = join(volume, "sandbox.db");
  const env = { ...environment(folder), CENTAVO_SANDBOX_DB, CENTAVO_SANDBOX_PORT: `${port}` };
  const stdio: StdioOptions = ["ignore", "pipe", "inherit"];
  const running = spawn(program, args, { stdio, env, ...user });
  onTestFinished(() => void running.kill("SIGKILL"));
  let text = "";
  running.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => text,
    ended: once(running, "exit"),
    /** A container's engine sends the signal to the process itself. */
    stop: () => process.kill(childOf(running.pid), "SIGTERM"),
  };
}

function childOf(pid: number | undefined): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));
}
