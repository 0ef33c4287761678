import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../free-port.ts";
import { pack } from "../package/pack.ts";
import { run } from "../package/run-and-capture.ts";
import { PostgresServer, programs } from "../postgres/postgres-server.ts";
import { start } from "../run-command-line.ts";
import { OPERATOR_KEY, Shop } from "../sandbox/company-fixture.ts";
import { keysIn } from "../sandbox/sandbox-command.ts";

const isPossible = ["buildah", "podman"].every(
  (program) => spawnSync(program, ["--version"]).status === 0,
);
if (!isPossible) console.warn("The image was not tested: Debian's buildah or podman is missing.");
const LIMIT_BYTES = 220_000_000;

/** Its engine needs the second version of control groups, and makes none. A machine may offer both, to root only. */
const WITH_CGROUPS_2 = existsSync("/sys/fs/cgroup/cgroup.controllers")
  ? []
  : [
      ...["unshare", "--mount", "sh", "-c"],
      'umount --recursive /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup && exec "$@"',
      "sh",
    ];

describe.skipIf(!isPossible)("the image that a clone builds", () => {
  const folder = mkdtempSync(join(tmpdir(), "centavo-image-"));
  const podman = (...args: string[]) => [
    ...WITH_CGROUPS_2,
    ...["podman", "--root", join(folder, "storage"), "--runroot", join(folder, "run")],
    ...["--storage-driver", "vfs", "--cgroup-manager", "cgroupfs", ...args],
  ];
  const engine = ([program = "", ...args]: string[]) => run(program, args, folder);
  let [archive, printed] = ["", ""];
  beforeAll(async () => {
    const clone = join(dirname(await pack()), "repository");
    printed = await run("npm", ["run", "image"], clone);
    archive = join(clone, /podman load --input (.+)/.exec(printed)?.[1] ?? "");
    await engine(podman("load", "--input", archive));
  });
  afterAll(async () => {
    await engine(podman("rm", "--all", "--force"));
    await engine(podman("volume", "rm", "--all"));
    await engine(podman("rmi", "--all"));
    rmSync(folder, { recursive: true });
  });

  /** Runs the image with the options that the build printed, and others. No privilege is needed for these limits. */
  const container = (options: string[], ...command: string[]) => {
    const [, text = ""] = /podman (run .+) centavo-sandbox$/ms.exec(printed) ?? [];
    return podman(
      ...text.split(/[\s\\]+/),
      ...["--read-only-tmpfs=false", "--network", "host", "--cgroups", "disabled"],
      ...["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024", ...options],
      ...["centavo-sandbox", ...command],
    );
  };

  test("takes at most 220 MB", () => {
    expect(statSync(archive).size).toBeLessThan(LIMIT_BYTES);
  });

  test("runs as a user of its own, which may write to its volume alone", async () => {
    const program = `
      console.log(process.getuid());
      for (const file of ["/file", "/data/file"])
        try {
          fs.writeFileSync(file, "");
          console.log("wrote", file);
        } catch ({ code }) {
          console.log(code, file);
        }`;
    const node = ["--entrypoint", "/usr/local/bin/node"];
    const said = await engine(container(node, "--eval", program));
    expect(said).toBe("1000\nEROFS /file\nwrote /data/file\n");
  });

  const databases = { "a file": async () => "/data/sandbox.db", PostgreSQL: newDatabase };

  test.for(Object.entries(databases))(
    "ends what is in flight, and still has it after a restart, in %s",
    async ([name, address], { skip }) => {
      skip(name === "PostgreSQL" && programs === undefined, "PostgreSQL is not installed");
      const port = `${await freePort()}`;
      const env = {
        CENTAVO_SANDBOX_DB: await address(),
        CENTAVO_SANDBOX_PORT: port,
        CENTAVO_SANDBOX_PUBLIC_URL: `http://127.0.0.1:${port}`,
        CENTAVO_SANDBOX_OPERATOR_KEY: OPERATOR_KEY,
      };
      const names = Object.keys(env).flatMap((name) => ["--env", name]);
      const begin = () => start(container(names), { env });
      const running = await begin();
      const shop = new Shop(env.CENTAVO_SANDBOX_PUBLIC_URL, keysIn(running.text));
      await shop.control.faults.set({
        faults: [{ operationId: "payments.create", latency: 60_000 }],
      });
      const paying = shop.pay("pix");
      await setTimeout(500);
      running.kill("SIGTERM");
      const { id } = await paying;
      expect((await running.ended).status).toBe(0);
      const next = await begin();
      expect((await shop.payment(id)).status).toBe("PENDING");
      next.kill("SIGTERM");
      expect((await next.ended).status).toBe(0);
    },
  );
});

async function newDatabase(): Promise<string> {
  const server = await PostgresServer.start();
  onTestFinished(() => server.close());
  return server.createDatabase();
}
