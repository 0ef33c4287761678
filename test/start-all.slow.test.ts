import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { serialize } from "node:v8";
import { expect, onTestFinished, test, vi } from "vitest";
import { siteKey } from "../scripts/docs/site-cache.ts";
import { createCentavo } from "../src/client/index.ts";
import { createControl, startSandbox } from "../src/sandbox-node/index.ts";
import { freePort } from "./free-port.ts";
import { isNightly } from "./nightly.ts";
import { run, type Started, start } from "./run-command-line.ts";

const npmStart = (...args: string[]) => [process.execPath, "scripts/start-all.ts", ...args];
const FREE = { CENTAVO_DOCS_PORT: "0", CENTAVO_MOCK_PORT: "0", CENTAVO_SANDBOX_PORT: "0" };

/** Starts everything at free ports, and reads from what it prints where each is. */
async function open(args: string[], env: Record<string, string> = {}) {
  const started = await start(npmStart(...args), { env: { ...FREE, ...env } });
  const url = (name: string) => started.text.match(`${name} +(http://\\S+)`)?.[1] ?? "";
  const [publicKey = ""] = started.text.match(/sandbox_public_\w+/) ?? [];
  const [privateKey = ""] = started.text.match(/sandbox_private_\w+/) ?? [];
  const keys = { publicKey, privateKey };
  return { ...started, docs: url("docs"), mock: url("mock"), sandbox: url("sandbox"), keys };
}

/** What it printed after it was ready, apart from when the docs were. */
async function loggedBy({ kill, ended, text }: Started): Promise<string[]> {
  kill("SIGTERM");
  const { status, stdout } = await ended;
  // Windows ends a process by a signal without notice.
  if (process.platform !== "win32") expect(status).toBe(0);
  const lines = stdout.slice(text.length).split("\n").filter(Boolean);
  return lines.filter((line) => !line.startsWith("docs "));
}

const seed = "shop";
const clock = "2026-03-02T12:00:00.000Z";

test("npm start accepts the sandbox's flags and variables, and logs which server had each request", async () => {
  const alike = await startSandbox({ seed });
  onTestFinished(alike.close);
  const started = await open(["--seed", seed, "--clock", clock], {
    CENTAVO_SANDBOX_OPERATOR_KEY: "let-me-in",
  });
  const { publicKey, privateKey } = alike;
  expect(started.keys).toEqual({ publicKey, privateKey });

  const { data } = await createControl({ baseUrl: started.sandbox, ...started.keys }).clock.get();
  expect(data).toEqual({ now: clock, moving: false });
  await createCentavo({ baseUrl: started.sandbox, ...started.keys }).payments.list();
  const companies = `${started.sandbox}/_sandbox/companies`;
  expect((await fetch(companies, { method: "POST" })).status).toBe(401);
  expect((await fetch(`${started.mock}/payments`)).status).toBe(401);

  expect(started.text).not.toContain("let-me-in");
  expect(await loggedBy(started)).toEqual([
    "sandbox  POST /auth 200",
    "sandbox  POST /auth 200",
    expect.stringMatching(/^sandbox {2}2026-03-02T09:00:00-03:00 {2}payments\.list .* 200, /),
    expect.stringMatching(/^sandbox {2}POST \/_sandbox\/companies 401/),
    expect.stringMatching(/^mock {5}GET \/payments 401/),
  ]);
});

test("npm start has the docs at once if they were built with the same addresses", async () => {
  const ports = [`${await freePort()}`, `${await freePort()}`] as const;
  const [mock, sandbox] = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string];
  const kept = `dist/docs-cache/${siteKey({ mock, sandbox })}`;
  onTestFinished(() => rmSync(kept));
  mkdirSync("dist/docs-cache", { recursive: true });
  writeFileSync(
    kept,
    serialize(new Map([["/", { type: "text/html", body: Buffer.from("kept") }]])),
  );
  const [CENTAVO_MOCK_PORT, CENTAVO_SANDBOX_PORT] = ports;
  const started = await open(["--public-url", "http://localhost:4020/"], {
    CENTAVO_MOCK_PORT,
    CENTAVO_SANDBOX_PORT,
  });
  expect(started.text).toMatch(/docs +http:\/\/\S+ {2}are ready\n/);
  expect(await (await fetch(started.docs)).text()).toBe("kept");
  expect(started.text).toContain("curl -s http://localhost:4020/payments ");
  await loggedBy(started);
});

test("npm start says at once what is ready, and what a taken port needs, as one types it", async () => {
  const started = await open([]);
  for (const name of ["sandbox", "mock"])
    expect(started.text).toMatch(new RegExp(`${name} +http://\\S+ {2}is ready`));
  expect(started.text).toMatch(/docs +http:\/\/\S+ {2}are being built/);
  expect(await (await fetch(started.docs)).text()).toContain("The docs are being built");
  const { port } = new URL(started.docs);
  const { stderr } = await run(npmStart("--docs-port", port), { env: FREE });
  expect(stderr).toContain(
    `port ${port} of 127.0.0.1 is in use; choose another with npm start -- --docs-port`,
  );
  await loggedBy(started);
});

test("a start that ends while it builds the docs leaves nothing behind", async () => {
  const work = () => globSync("dist/docs-of-start-*");
  const before = work();
  const started = await open([]);
  await expect
    .poll(() => globSync("dist/docs-of-start-*/docs-build-*"), { timeout: 60_000 })
    .toHaveLength(1);
  await loggedBy(started);
  expect(work()).toEqual(before);
});

test("the inspector links to the docs of npm start", async () => {
  const started = await open([]);
  const [, code] = started.text.match(/#code=(\S+)/) ?? [];
  const inspector = `${started.sandbox}/_sandbox/inspector`;
  const session = await fetch(`${inspector}/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  });
  const cookie = `${session.headers.get("set-cookie")}`;
  const settings = await fetch(`${inspector}/settings`, {
    headers: { cookie: cookie.split(";")[0] ?? "" },
  });
  expect(await settings.json()).toMatchObject({ data: { docsUrl: started.docs } });
  await loggedBy(started);
});

test.runIf(isNightly)(
  "the docs of npm start explain each error and call its servers, and the next start has them at once",
  {
    // They are built after the start, which takes long while other tests run.
    timeout: 8 * 60_000,
  },
  async () => {
    const other = await open([]);
    const started = await open([]);
    await loggedBy(other);
    const ready = `docs     ready at ${started.docs}`;
    await vi.waitUntil(() => started.printed.stdout.includes(ready), {
      timeout: 7 * 60_000,
      interval: 500,
    });
    const page = async (name: string, { docs } = started) =>
      (await fetch(`${docs}/${name}`)).text();
    expect(await page("errors.html")).toContain('id="PaymentNotFound"');
    expect(await page("control.html")).toContain(started.sandbox);
    const operation = await page("operations/payments.list.html");
    expect(operation).toContain(started.mock);
    // Readers send calls in the page itself.
    const [, panel = ""] = operation.match(/"centavo-live" content="\/([^"]+)"/) ?? [];
    expect(await page(panel)).toContain("import");
    await loggedBy(started);

    const portOf = (url: string) => new URL(url).port;
    const again = await open([], {
      CENTAVO_MOCK_PORT: portOf(started.mock),
      CENTAVO_SANDBOX_PORT: portOf(started.sandbox),
    });
    expect(again.text).toMatch(/docs +http:\/\/\S+ {2}are ready\n/);
    expect(await page("operations/payments.list.html", again)).toBe(operation);
    await loggedBy(again);
  },
);
