import { spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { fromSource, runHere } from "../run-command-line.ts";
import { newFolder } from "../sandbox/database-file.ts";
import { rewriting } from "./fake-service.ts";
import { answers } from "./run-verify.ts";

describe("keys", () => {
  const file = (text: string, mode = 0o600) => {
    const name = join(newFolder(), "keys");
    writeFileSync(name, text);
    chmodSync(name, mode);
    return name;
  };

  test("come from a file", async () => {
    const { url, keys } = await rewriting();
    const name = file(
      Object.entries(keys)
        .map((each) => each.join(" = "))
        .join("\r\n"),
    );
    expect(await runHere(["verify", "--url", url, "--keys-file", name])).toMatchObject({
      status: 0,
    });
  });

  test("come from a person, who sees nothing of the private one", async () => {
    const { url, keys } = await rewriting();
    const person = answers(keys.publicKey, keys.privateKey);
    expect(await runHere(["verify", "--url", url], {}, person)).toMatchObject({ status: 0 });
    expect(person.asked).toEqual(["Public key: ", "Private key (not shown): "]);
  });

  const NO_KEYS =
    /^there are no keys; set CENTAVO_TOKEN, or both CENTAVO_PUBLIC_KEY and CENTAVO_PRIVATE_KEY, or .* --keys-file$/;
  test.each<[string, string | undefined, number, Record<string, string>, RegExp]>([
    ["none", undefined, 0, {}, NO_KEYS],
    ["half of them", undefined, 0, { CENTAVO_PUBLIC_KEY: "a" }, NO_KEYS],
    ["the other", undefined, 0, { CENTAVO_PRIVATE_KEY: "a" }, NO_KEYS],
    ["a file for all", "publicKey=a\nprivateKey=b", 0o604, {}, /others; run chmod 600 \S+keys$/],
    [
      "a file for a group",
      "publicKey=a\nprivateKey=b",
      0o620,
      {},
      /others; run chmod 600 \S+keys$/,
    ],
    ["a file with one", "publicKey=secret", 0o600, {}, /keys has no keys; write two lines, /],
  ])("%s: one line, and nothing sent", async (_name, text, mode, env, line) => {
    const { url, requests } = await rewriting();
    const args = text === undefined ? [] : ["--keys-file", file(text, mode)];
    const { status, stderr } = await runHere(["verify", "--url", url, ...args], env);
    expect([status, requests]).toEqual([2, []]);
    expect(stderr).toMatch(/^centavo: [^\n]+\n$/);
    expect(stderr.slice("centavo: ".length, -1)).toMatch(line);
    expect(stderr).not.toContain("secret");
  });

  test("no such file, and a folder", async () => {
    const folder = newFolder();
    const keysIn = async (name: string) =>
      (await runHere(["verify", "--url", "https://pay.invalid", "--keys-file", name])).stderr;
    expect(await keysIn(join(folder, "none"))).toMatch(/none cannot be read \(ENOENT\)\n$/);
    expect(await keysIn(folder)).toMatch(/ is no file\n$/);
  });

  test.skipIf(process.getuid?.() !== 0)("a file of another user", async () => {
    const name = file("publicKey=a\nprivateKey=b");
    chownSync(name, 1, 1);
    const { stderr } = await runHere([
      ...["verify", "--url", "https://pay.invalid", "--keys-file", name],
    ]);
    expect(stderr).toMatch(/keys belongs to another user\n$/);
  });

  const hasScript = existsSync("/usr/bin/script");
  test.skipIf(!hasScript)("typed at a terminal, the private one is not echoed", async () => {
    const { url, keys } = await rewriting();
    const command = [...fromSource, "verify", "--url", url].join(" ");
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("CENTAVO_"));
    const terminal = spawn("script", ["-qec", command, "/dev/null"], {
      env: Object.fromEntries(inherited),
    });
    onTestFinished(() => void terminal.kill("SIGKILL"));
    let screen = "";
    terminal.stdout.on("data", (data) => {
      screen += data;
    });
    await expect.poll(() => screen, { timeout: 20_000 }).toContain("Public key: ");
    terminal.stdin.write(`${keys.publicKey}\r`);
    await expect.poll(() => screen, { timeout: 20_000 }).toContain("Private key (not shown): ");
    terminal.stdin.write(`${keys.privateKey}\r`);
    await expect.poll(() => screen, { timeout: 20_000 }).toMatch(/ in \d+ requests\./);
    expect(screen).toContain(keys.publicKey);
    expect(screen).not.toContain(keys.privateKey);
    // The report has colors on a terminal, and the progress.
    expect(screen).toContain("\u001b[32m");
    expect(screen).toMatch(/1 of \d+: GET \/payments the first page/);
  });
});

describe("flags that cannot be: one line, status 2, and nothing is sent", () => {
  const URL = ["--url", "https://pay.invalid"];
  const address =
    "invalid --url: expected the https address of the service, without user, password or query; http on this machine only";

  test.each<[string[], string]>([
    [[], "pass --url, to send requests, or --har, to read recorded traffic"],
    [["--url", "http://pay.invalid"], address],
    [["--url", "https://me:secret@pay.invalid"], address],
    [["--url", "https://pay.invalid?token=secret"], address],
    [["--url", "http://127.0.0.1.pay.invalid"], address],
    [["--har", "a", "--write"], "--write does not go with --har"],
    [["--har", "a", "--keys-file", "a"], "--keys-file does not go with --har"],
    [[...URL, "--html", "/no/such/folder/a"], "/no/such/folder/a cannot be written (ENOENT)"],
    [[...URL, "--html", "docs"], "docs cannot be written (EISDIR)"],
  ])("%j", async (args, line) => {
    const env = { CENTAVO_TOKEN: "any" };
    const { status, stderr } = await runHere(["verify", ...args], env);
    expect([status, stderr]).toEqual([2, `centavo: ${line}\n`]);
  });

  test.each(["0", "-1", "fast", "3", "2.01"])("--rate %s", async (rate) => {
    const { status, stderr } = await runHere(["verify", ...URL, `--rate=${rate}`]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^centavo: invalid --rate: /)]);
  });

  test.each(["../payments", "a/b", "a?b", ""])("--customer %s", async (id) => {
    const { status, stderr } = await runHere(["verify", ...URL, `--customer=${id}`]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^centavo: invalid --customer: /)]);
  });

  test("a test card that is no number is not shown", async () => {
    const env = { CENTAVO_TOKEN: "any", CENTAVO_TEST_CARD: "4111-secret" };
    expect((await runHere(["verify", ...URL], env)).stderr).toBe(
      "centavo: invalid CENTAVO_TEST_CARD: expected the 12 to 19 digits of a test card\n",
    );
  });
});
