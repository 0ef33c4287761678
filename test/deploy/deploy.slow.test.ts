import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { BilletPayment } from "../../generated/types.ts";
import { freePort } from "../free-port.ts";
import { Project } from "../package/consumer-project.ts";
import { pack } from "../package/pack.ts";
import { PostgresServer, programs } from "../postgres/postgres-server.ts";
import { until } from "../postgres/sandbox-fleet.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { newFolder } from "../sandbox/database-file.ts";

const HAPROXY = "/usr/sbin/haproxy";
const ANALYZE = "/usr/bin/systemd-analyze";
const NAMES = ["sandbox-1", "sandbox-2", "sandbox-3"];

const isPossible = programs !== undefined && existsSync(HAPROXY);
if (!isPossible)
  console.warn(
    "The files of deploy/ were not tested: Debian's packages postgresql and haproxy are missing.",
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

test.skipIf(!existsSync(HAPROXY))("HAProxy starts before the names are known", () => {
  expect(spawnSync(HAPROXY, ["-c", "-f", "deploy/haproxy.cfg"])).toMatchObject({ status: 0 });
});

test.skipIf(!isPossible)(
  "HAProxy and the processes of the package restart without a lost call",
  async () => {
    using project = await Project.create(await pack(), "pg@8.23.1");
    const server = await PostgresServer.start();
    onTestFinished(() => server.close());
    const [publicPort = 0, tlsPort = 0, ...ports] = await Promise.all(
      [0, 0, ...NAMES].map(freePort),
    );
    const plainUrl = `http://localhost:${publicPort}`;
    const publicUrl = `https://localhost:${tlsPort}`;
    const db = await server.createDatabase();
    const start = (index: number) =>
      startSandbox(project.folder, { db, publicUrl, port: ports[index] ?? 0 });
    const processes = NAMES.map((_, index) => start(index));
    onTestFinished(() => processes.forEach((each) => void each.kill("SIGKILL")));
    const ca = startBalancer(project.folder, { publicPort, tlsPort, ports });

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
  },
);

function startSandbox(
  folder: string,
  { db, publicUrl, port }: { db: string; publicUrl: string; port: number },
): ChildProcess {
  return spawn(
    process.execPath,
    ["node_modules/centavo/dist/package/src/cli/index.js", "sandbox", "--quiet"],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        CENTAVO_SANDBOX_DB: db,
        CENTAVO_SANDBOX_PORT: `${port}`,
        CENTAVO_SANDBOX_PUBLIC_URL: publicUrl,
        CENTAVO_SANDBOX_DRAIN: "3",
      },
    },
  );
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
  const balancer = spawn(HAPROXY, ["-db", "-f", file], { stdio: "ignore" });
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
