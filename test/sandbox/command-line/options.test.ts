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

const publicUrl =
  "publicUrl must be an http or https address without a user name, a password, a query or a fragment";

/** Some of the values are secrets, and no message may contain them. */
const wrong: Record<string, { message: string; values: unknown[] }> = {
  port: {
    message: "port must be an integer from 0 to 65535",
    values: [-1, 65_536, 4020.5, Number.NaN, "4020"],
  },
  host: { message: "host must be an address to listen on", values: ["", 127] },
  db: {
    message: "db must be a file name, a file: URL or a postgres:// address",
    values: ["", true, "MySQL://x/y"],
  },
  examples: { message: "examples must be true or false", values: ["yes"] },
  seed: {
    message: "seed must be a number or a non-empty string",
    values: ["", Number.NaN, null],
  },
  clock: {
    message:
      "clock must be a Date or a time such as 2026-03-02T12:00:00Z, between the years 1970 and 8999",
    values: [
      ...["yesterday", "2026-03-02", "2026-03-02T12:00:00", "2026-02-30T12:00:00Z"],
      ...["March 2, 2026", new Date("yesterday"), 1_772_452_800_000],
    ],
  },
  controlToken: { message: "controlToken must be a non-empty string", values: ["", 42] },
  publicUrl: {
    message: publicUrl,
    values: [
      ...["", "pay.example", "localhost:4020", "ftp://localhost", "javascript:alert(1)"],
      ...["http://user@localhost", "http://:secret@localhost", "http://localhost?"],
      ...["http://localhost/?a=b", "http://localhost/#", new URL("http://localhost")],
    ],
  },
  docsUrl: {
    message: publicUrl.replace("publicUrl", "docsUrl"),
    values: ["/docs", "javascript:alert(1)", "http://localhost/#errors"],
  },
  postbacks: {
    message:
      'postbacks must be "loopback", "any" or a list of other host names like ["receiver.example"], without scheme, port or path',
    values: [
      ...[true, "", "receiver.example", "loopback,any", {}, new Set(["receiver.example"])],
      ...[[""], [5]],
      ...["any", "loopback", "LoopBack", "http://receiver.example", "receiver.example:80"]
        .concat("shop/hook")
        .map((host) => ["receiver.example", host]),
      ...["secret@receiver.example", "*.example", "*", "a,b", " receiver.example", "::1"]
        .concat("256.1.1.1")
        .map((host) => [host]),
    ],
  },
  log: { message: "log must be a function", values: ["console.log"] },
};

describe.each(Object.entries(wrong))("an invalid %s is rejected by name:", (option, each) => {
  test.each(each.values.map((value) => [value]))("%j", async (value) => {
    const error = await failure({ [option]: value });
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ name: "OptionError", option, message: each.message });
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
