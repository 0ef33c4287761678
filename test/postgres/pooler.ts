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

export interface Pooler {
  /** The address of the database through it. */
  address: string;
  /** Ends it, and with it all connections, and starts it again. */
  restart(): Promise<void>;
}

/** Starts Debian's pgbouncer, which gives each transaction any of its few connections. */
export async function openPooler(address: string): Promise<Pooler> {
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
server_login_retry = 1
`,
  );
  for (const path of [folder, file]) if (user) chownSync(path, user.uid, user.gid);
  const start = () => spawn(PGBOUNCER, [file], { stdio: "ignore", ...user });
  let pooler = start();
  const end = async () => {
    pooler.kill("SIGINT");
    if (pooler.exitCode === null) await once(pooler, "exit");
  };
  onTestFinished(async () => {
    await end();
    rmSync(folder, { recursive: true });
  });
  await setTimeout(500);
  return {
    address: withPort(address, port),
    async restart() {
      await end();
      pooler = start();
      await setTimeout(500);
    },
  };
}

export async function startPooler(address: string): Promise<string> {
  return (await openPooler(address)).address;
}
