import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort } from "../free-port.ts";
import { user } from "./postgres-server.ts";

const PGBOUNCER = "/usr/sbin/pgbouncer";

export const hasPooler = existsSync(PGBOUNCER);

export function withPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = `${port}`;
  return url.href;
}

/** Starts Debian's pgbouncer, which gives each transaction any of its few connections, and returns the address through it. */
export async function startPooler(address: string): Promise<string> {
  const port = await freePort();
  const { hostname, port: serverPort, username, password } = new URL(address);
  const folder = mkdtempSync(join(tmpdir(), "centavo-pgbouncer-"));
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
  );
  for (const path of [folder, file]) if (user) chownSync(path, user.uid, user.gid);
  const pooler = spawn(PGBOUNCER, [file], { stdio: "ignore", ...user });
  onTestFinished(async () => {
    pooler.kill("SIGINT");
    if (pooler.exitCode === null) await once(pooler, "exit");
    rmSync(folder, { recursive: true });
  });
  await setTimeout(500);
  return withPort(address, port);
}
