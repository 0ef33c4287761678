import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { InspectorSessions } from "../../../src/sandbox/auth/inspector-sessions.ts";
import {
  AddressError,
  OptionError,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from "../../../src/sandbox-node/index.ts";
import { freePort } from "../../free-port.ts";
import { newFile } from "../database-file.ts";

async function start(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(sandbox.close);
  return sandbox;
}

/** What a start fails with. */
async function failure(options: object): Promise<Error> {
  return start(options).then(
    () => expect.fail("it started"),
    (error) => error,
  );
}

const url = "an http or https address without a user name, a password, a query or a fragment";

/** What each option must be, and values that it must not be. Some are secrets, and no message may contain them. */
const wrong: Record<string, [must: string, ...values: unknown[]]> = {
  port: ["an integer from 0 to 65535", -1, 65_536, 4020.5, Number.NaN, "4020"],
  host: ["an address to listen on", "", 127],
  db: [
    "a file name, a file: URL or the address of a server, which begins with postgres://",
    ...["", true, "MySQL://x/y", "mysql:foo", " postgres://a:b@c/d", "host=c password=b"],
    ...[
      "127.0.0.1:5432/shop",
      "[::1]:5432/shop",
      "localhost:5432/shop",
      "ana:secret@10.0.0.5/shop",
    ],
  ],
  examples: ["true or false", "yes"],
  seed: ["a number or a non-empty string", "", Number.NaN, null],
  clock: [
    "a Date or a time such as 2026-03-02T12:00:00Z, between the years 1970 and 8999",
    ...["2026-03-02", "2026-03-02T12:00:00", "2026-02-30T12:00:00Z", "March 2, 2026"],
    ...[new Date("yesterday"), 1_772_452_800_000],
  ],
  operatorKey: ["a non-empty string", "", 42],
  publicUrl: [
    url,
    ...["", "pay.example", "localhost:4020", "ftp://localhost", "javascript:alert(1)"],
    ...["http://user@localhost", "http://:secret@localhost", "http://localhost?"],
    ...["http://localhost/?a=b", "http://localhost/#", new URL("http://localhost")],
  ],
  docsUrl: [url, "/docs", "javascript:alert(1)", "http://localhost/#errors"],
  postbacks: [
    '"loopback", "any" or a list of other host names like ["receiver.example"], without scheme, port or path',
    ...["receiver.example", {}, [""], [5], ["receiver.example", "any"], ["LoopBack"]],
    ...[["256.1.1.1"], ["a,b"], ["::1"]],
    ...[["http://receiver.example"], ["receiver.example:80"], ["shop/hook"], ["*.example"]],
    ...[["secret@receiver.example"], [" receiver.example"]],
  ],
  shared: ["true or false", "yes"],
  payPages: ["true or false", "yes"],
  maxRequests: ["a positive integer up to 10000", 0, 10_001],
  maxSnapshots: ["a positive integer up to 10", 0, 11],
  log: ["a function", "console.log"],
  logFormat: ['"text" or "json"', "JSON", true],
};

test.each(Object.entries(wrong))(
  "an invalid %s is rejected by name",
  async (option, [must, ...values]) => {
    for (const value of values) {
      const error = await failure({ [option]: value });
      expect(error).toBeInstanceOf(OptionError);
      const message = `${option} must be ${must}`;
      expect(error, `${value}`).toMatchObject({ name: "OptionError", option, message });
    }
  },
);

test.each<[given: string | Date, now: string]>([
  ["2026-03-02T09:00:00-03:00", "2026-03-02T12:00:00.000Z"],
  ["2028-02-29T12:00:00.5Z", "2028-02-29T12:00:00.500Z"],
  [new Date(0), "1970-01-01T00:00:00.000Z"],
])("the clock is set to %s", async (clock, now) => {
  const { control } = await start({ clock });
  expect(await control.clock.get()).toMatchObject({ data: { now, moving: false } });
});

describe("the host", () => {
  test("is loopback by default", async () => {
    expect((await start()).url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  });

  test("localhost needs no operator's key", async () => {
    const { url } = await start({ host: "localhost" });
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
  });

  test.each<[string, SandboxOptions]>([
    ...["0.0.0.0", "::", "192.168.0.10", "128.0.0.1", "127.0.0.1.example", "localhost.example"].map(
      (host): [string, SandboxOptions] => [host, { host }],
    ),
    ["pay.example", { publicUrl: "https://pay.example/sandbox" }],
    ["shared", { shared: true }],
  ])("%s does", async (reachable, options) => {
    const problem = options.shared
      ? "the sandbox is shared"
      : `other machines can reach ${reachable}`;
    expect(await failure(options)).toMatchObject({
      name: "OptionError",
      option: "operatorKey",
      message: `operatorKey is missing: ${problem}`,
    });
    if (options.shared) return void (await start({ ...options, operatorKey: "x" }));
    expect(await failure({ ...options, operatorKey: "x".repeat(31) })).toMatchObject({
      name: "OptionError",
      option: "operatorKey",
      message: `operatorKey has fewer than 32 characters: ${problem}`,
    });
  });
});

test.each([
  ["a seed", { seed: "shop" }],
  ["no seed", {}],
])("a file made with %s keeps its company, and rejects another seed", async (_, made) => {
  const db = newFile();
  const { privateKey, close } = await start({ db, ...made });
  await close();
  const message = `${db} was created with a different seed or without one`;
  for (const seed of ["another", 1])
    expect(await failure({ db, seed })).toMatchObject({
      name: "OptionError",
      option: "db",
      message,
    });
  for (const options of [made, {}]) {
    const again = await start({ db, ...options });
    expect(again.privateKey).toBe(privateKey);
    await again.close();
  }
});

test("nothing is left open when it is closed, which can be done twice, or does not start", async () => {
  const db = newFile();
  // SQLite keeps files next to the database as long as it is open.
  const otherFiles = () => readdirSync(dirname(db)).filter((name) => name !== "sandbox.db");
  const { close } = await start({ db, seed: 1 });
  expect(otherFiles()).not.toEqual([]);
  await Promise.all([close(), close()]);
  await close();
  expect(otherFiles()).toEqual([]);

  await failure({ db, seed: 2 });
  expect(otherFiles()).toEqual([]);

  const { port } = new URL((await start()).url);
  const error = await failure({ db, port: Number(port) });
  expect(error).toBeInstanceOf(AddressError);
  expect(error.message).toBe(`port ${port} of 127.0.0.1 is in use`);
  expect(otherFiles()).toEqual([]);

  const failing = vi.spyOn(InspectorSessions.prototype, "createCode");
  failing.mockRejectedValueOnce(new Error("The disk is full."));
  const unused = await freePort();
  await failure({ port: unused });
  await expect(fetch(`http://127.0.0.1:${unused}/_sandbox/health`)).rejects.toThrow();
});
