import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createCentavo } from "../../../src/client/index.ts";
import {
  AddressError,
  OptionError,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from "../../../src/sandbox/index.ts";

const running: Sandbox[] = [];
let folder: string;
let db: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "centavo-options-"));
  db = join(folder, "sandbox.db");
});

afterEach(async () => {
  await Promise.all(running.splice(0).map(({ close }) => close()));
  rmSync(folder, { recursive: true });
});

async function start(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  running.push(sandbox);
  return sandbox;
}

/** What a start fails with. */
async function failure(options: object): Promise<Error> {
  return start(options).then(
    () => expect.fail("it started"),
    (error) => error,
  );
}

const address = "db must be a file name, a file: URL or a postgres:// address";
const port = "port must be an integer from 0 to 65535";
const clock =
  "clock must be a Date or a time such as 2026-03-02T12:00:00Z, between the years 1970 and 8999";
const publicUrl =
  "publicUrl must be an http or https address without a user name, a password, a query or a fragment";
const docsUrl = publicUrl.replace("publicUrl", "docsUrl");
const postbacks =
  'postbacks must be "loopback", "any" or a list of other host names like ["receiver.example"], without scheme, port or path';
const seed = "seed must be a number or a non-empty string";

/** Some of the values are secrets, and no message may contain them. */
const wrong: [option: string, value: unknown, message: string][] = [
  ["port", -1, port],
  ["port", 65_536, port],
  ["port", 4020.5, port],
  ["port", Number.NaN, port],
  ["port", "4020", port],
  ["host", "", "host must be an address to listen on"],
  ["host", 127, "host must be an address to listen on"],
  ["db", "", address],
  ["db", true, address],
  ["db", "MySQL://x/y", address],
  ["examples", "yes", "examples must be true or false"],
  ["seed", "", seed],
  ["seed", Number.NaN, seed],
  ["seed", null, seed],
  ["clock", "yesterday", clock],
  ["clock", "2026-03-02", clock],
  ["clock", "2026-03-02T12:00:00", clock],
  ["clock", "2026-02-30T12:00:00Z", clock],
  ["clock", "March 2, 2026", clock],
  ["clock", new Date("yesterday"), clock],
  ["clock", 1_772_452_800_000, clock],
  ["controlToken", "", "controlToken must be a non-empty string"],
  ["controlToken", 42, "controlToken must be a non-empty string"],
  ["publicUrl", "", publicUrl],
  ["publicUrl", "pay.example", publicUrl],
  ["publicUrl", "localhost:4020", publicUrl],
  ["publicUrl", "ftp://localhost", publicUrl],
  ["publicUrl", "javascript:alert(1)", publicUrl],
  ["publicUrl", "http://user@localhost", publicUrl],
  ["publicUrl", "http://:secret@localhost", publicUrl],
  ["publicUrl", "http://localhost?", publicUrl],
  ["publicUrl", "http://localhost/?a=b", publicUrl],
  ["publicUrl", "http://localhost/#", publicUrl],
  ["publicUrl", new URL("http://localhost"), publicUrl],
  ["docsUrl", "/docs", docsUrl],
  ["docsUrl", "javascript:alert(1)", docsUrl],
  ["docsUrl", "http://localhost/#errors", docsUrl],
  ...[
    true,
    "",
    "receiver.example",
    "loopback,any",
    {},
    new Set(["receiver.example"]),
    [""],
    [5],
  ].map((value): [string, unknown, string] => ["postbacks", value, postbacks]),
  ...[
    "any",
    "loopback",
    "LoopBack",
    "http://receiver.example",
    "receiver.example:80",
    "shop/hook",
  ].map((host): [string, unknown, string] => ["postbacks", ["receiver.example", host], postbacks]),
  ...[
    "secret@receiver.example",
    "*.example",
    "*",
    "a,b",
    " receiver.example",
    "::1",
    "256.1.1.1",
  ].map((host): [string, unknown, string] => ["postbacks", [host], postbacks]),
  ["log", "console.log", "log must be a function"],
];

describe("an invalid option is rejected by name:", () => {
  test.each(wrong)("%s %j", async (option, value, message) => {
    const error = await failure({ [option]: value });
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ name: "OptionError", option, message });
  });
});

const moments: [given: string | Date, now: string][] = [
  ["2026-03-02T12:00:00Z", "2026-03-02T12:00:00.000Z"],
  ["2026-03-02T09:00:00-03:00", "2026-03-02T12:00:00.000Z"],
  ["2026-03-02T12:00Z", "2026-03-02T12:00:00.000Z"],
  ["2028-02-29T12:00:00.5Z", "2028-02-29T12:00:00.500Z"],
  [new Date(0), "1970-01-01T00:00:00.000Z"],
];

test.each(moments)("the clock is set to %s", async (clock, now) => {
  const { control } = await start({ clock });
  expect(await control.clock.get()).toMatchObject({ data: { now, moving: false } });
});

test("a seed is the same as a number and as a text", async () => {
  const [one, other, another] = await Promise.all([
    start({ seed: 7 }),
    start({ seed: "7" }),
    start({ seed: 8 }),
  ]);
  expect(one?.privateKey).toBe(other?.privateKey);
  expect(one?.privateKey).not.toBe(another?.privateKey);
});

describe("the host", () => {
  const hasIpv6 = Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.address === "::1");

  test("is loopback by default", async () => {
    expect((await start()).url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  });

  test.each(["localhost", "127.0.0.1", ...(hasIpv6 ? ["::1"] : [])])(
    "%s needs no control token",
    async (host) => {
      const { url } = await start({ host });
      expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
    },
  );

  test.each([
    "0.0.0.0",
    "::",
    "192.168.0.10",
    "128.0.0.1",
    "127.0.0.1.example",
    "localhost.example",
  ])("%s does", async (host) => {
    expect(await failure({ host })).toMatchObject({
      name: "OptionError",
      option: "controlToken",
      message: `controlToken is missing: other machines can reach ${host}`,
    });
  });

  test("of a public address of another machine does too", async () => {
    expect(await failure({ publicUrl: "https://pay.example/sandbox" })).toMatchObject({
      name: "OptionError",
      option: "controlToken",
      message: "controlToken is missing: other machines can reach pay.example",
    });
  });

  test("for all addresses results in an address that the client accepts", async () => {
    const { url, publicKey, privateKey } = await start({ host: "0.0.0.0", controlToken: "secret" });
    const centavo = createCentavo({ baseUrl: url, publicKey, privateKey });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await centavo.payments.list()).toMatchObject({ data: [] });
  });

  const [own] = Object.values(networkInterfaces())
    .flat()
    .filter((one) => one?.family === "IPv4" && !one.internal);

  test.runIf(own)(
    "may be the machine's network address, and the control interface works",
    async () => {
      const host = own?.address ?? "";
      const { url, control } = await start({ host, controlToken: "secret" });
      expect(url).toContain(`http://${host}:`);
      expect(await control.health.get()).toMatchObject({ data: { status: "ok" } });
      expect(await control.clock.advance({ days: 1 })).toMatchObject({ data: { moving: true } });
    },
  );
});

describe("a file", () => {
  test("keeps its company, with its seed and without", async () => {
    const first = await start({ db, seed: "shop" });
    await first.close();
    const second = await start({ db, seed: "shop" });
    await second.close();
    const third = await start({ db });
    expect(second.privateKey).toBe(first.privateKey);
    expect(third.privateKey).toBe(first.privateKey);
  });

  test.each([
    ["another seed", { seed: "shop" }],
    ["no seed", {}],
  ])("created with %s is rejected, and keeps its bytes", async (_, made) => {
    const { privateKey, close } = await start({ db, ...made });
    await close();

    const error = await failure({ db, seed: "another" });

    const message = `${db} was created with a different seed or without one`;
    expect(error).toMatchObject({ name: "OptionError", option: "db", message });
    expect((await start({ db })).privateKey).toBe(privateKey);
  });

  test.each([
    ["in a folder that is not there", () => join(folder, "nowhere", "sandbox.db")],
    ["that is a folder", () => folder],
    ["that is no database", () => written("notes.txt", "Much to do.\n".repeat(100))],
  ])("%s is rejected by name", async (_, file) => {
    const db = file();
    const error = await failure({ db });
    expect(error).toMatchObject({ name: "OptionError", option: "db" });
    expect(error.message).toMatch(/ cannot be opened \(.+\)$/);
    expect(error.message).toContain(db);
  });

  function written(name: string, text: string): string {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  }
});

describe("nothing is left open", () => {
  // SQLite keeps files next to the database as long as it is open.
  const otherFiles = () => readdirSync(folder).filter((name) => name !== "sandbox.db");

  test("when the port is in use", async () => {
    const { port } = new URL((await start()).url);
    const error = await failure({ db, port: Number(port) });
    expect(error).toBeInstanceOf(AddressError);
    expect(error.message).toBe(`port ${port} of 127.0.0.1 is in use`);
    expect(otherFiles()).toEqual([]);
  });

  test("when the seed is another's", async () => {
    await (await start({ db, seed: 1 })).close();
    await failure({ db, seed: 2 });
    expect(otherFiles()).toEqual([]);
  });

  test("when it is closed, which can be done twice", async () => {
    const { close } = await start({ db });
    expect(otherFiles()).not.toEqual([]);
    await Promise.all([close(), close()]);
    await close();
    expect(otherFiles()).toEqual([]);
  });
});
