import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { begin, fromSource, type Options, run } from "../../run-command-line.ts";
import { KEY } from "../../secret-texts.ts";
import { newFile, newFolder } from "../database-file.ts";
import { receive } from "../receiver.ts";

const CENTAVO = fromSource.join(" ");
const SECONDS = 1000;

/** `centavo exec` in a process of its own, with a command. */
const exec = (words: string[], options?: Options) =>
  begin([...fromSource, "exec", ...words], options);
/** The same, to its end. */
const execute = (words: string[], options?: Options) =>
  run([...fromSource, "exec", ...words], options);

/** A program that says when it runs, counts its signals, and ends with status 7 a second after the first. */
const COUNTING = `
  let count = 0;
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {
    count += 1;
    if (count === 1) setTimeout(() => { console.log(signal, count); process.exit(7); }, ${SECONDS});
  });
  setInterval(() => {}, ${60 * SECONDS});
  console.log("ready at", process.env.CENTAVO_URL, process.stdin.isTTY);`;

/** Lets a program take its signals later. Two that reach a process at once would be one, as may be on a busy machine. */
const LATE = `
  const { emit } = process;
  process.emit = (...args) => {
    if (!/^SIG/.test(args[0])) return emit.apply(process, args);
    setTimeout(() => emit.apply(process, args), 300);
  };`;

const addressIn = (text: string) => /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? "";
const isThere = (url: string) =>
  fetch(`${url}/_sandbox/health`).then(
    ({ ok }) => ok,
    () => false,
  );

test("the command gets the sandbox's address and keys, and no other", async () => {
  const others = ["URL", "PUBLIC_KEY", "PRIVATE_KEY", "TOKEN"].flatMap((name) => [
    [`CENTAVO_${name}`, `https://pay.example/${KEY}`],
    [`CENTAVO_SANDBOX_${name}`, `https://pay.example/${KEY}`],
  ]);
  const env = { ...Object.fromEntries(others), CENTAVO_SANDBOX_DB: `/pay.example/${KEY}` };
  delete env.CENTAVO_SANDBOX_TOKEN;
  const program = `
    const { createCentavo } = await import("./src/client/index.ts");
    const { CENTAVO_URL: baseUrl, CENTAVO_PUBLIC_KEY: publicKey, CENTAVO_PRIVATE_KEY: privateKey } = process.env;
    await createCentavo({ baseUrl, publicKey, privateKey }).payments.list();
    console.log(JSON.stringify(process.env));`;
  const { stdout, ...ended } = await execute(["--", process.execPath, "-e", program], { env });
  expect(ended).toEqual({ status: 0, signal: null, stderr: "" });
  expect(stdout).not.toMatch(/pay\.example|4e1f4e1f/);
});

test("another command of centavo finds the sandbox, with the data, the seed and the clock of the options", async () => {
  const options = ["--db", newFile(), "--seed", "shop", "--clock", "2026-03-02T12:00:00Z"];
  const first = await execute([...options, "--", ...fromSource, "trigger", "pix-paid", "--json"]);
  const second = await execute([...options, ...fromSource, "payments", "list", "--json"]);
  expect([first.stderr, second.stderr]).toEqual(["", ""]);
  const { id, createdAt } = JSON.parse(first.stdout);
  expect(createdAt).toMatch(/^2026-03-02T/);
  expect(second.stdout).toContain(id);
});

test("postbacks arrive at the target, in place of their own address, also when the command has ended", async () => {
  const { url, deliveries } = await receive((response) =>
    setTimeout(() => response.writeHead(200).end(), 2 * SECONDS),
  );
  const trigger = "trigger pix-pending --postback-url https://shop.example/postbacks/1042?t=1";
  const target = ["--forward-to", new URL(url).origin, "--verbose"];
  const { status, stderr } = await execute([...target, "sh", "-c", `${CENTAVO} ${trigger}`]);
  expect(deliveries.map(({ path }) => path)).toEqual(["/postbacks/1042?t=1"]);
  expect(status).toBe(0);
  expect(stderr).toMatch(/ postback .* 200, attempt 1\n/);
});

test("without --verbose, it prints a line for each postback that has failed", async () => {
  const { url, deliveries } = await receive((response) => response.writeHead(500).end());
  const twice = `${CENTAVO} trigger pix-pending && ${CENTAVO} advance 2d`;
  const ended = await execute(["--forward-to", url, "sh", "-c", twice]);
  const events = new Set(deliveries.map(({ body }) => body.eventId));
  expect(deliveries.length).toBeGreaterThan(events.size);
  const lines = ended.stderr.trim().split("\n");
  expect(lines.filter((line) => / postback .* 500, attempt 1,/.test(line))).toEqual(lines);
  expect(lines).toHaveLength(events.size);
});

test("it ends as a shell does, with the command's output only", async () => {
  const file = join(newFolder(), "no-program");
  writeFileSync(file, "");
  chmodSync(file, 0o644);
  const endings: [command: string[], end: number | NodeJS.Signals, stderr: string][] = [
    [["sh", "-c", "echo out; exit 3"], 3, ""],
    // So that a shell ends a loop at Ctrl-C.
    [["sh", "-c", "echo out; kill -INT $$"], "SIGINT", ""],
    [["sh", "-c", "echo out; kill -KILL $$"], "SIGKILL", ""],
    [["nowhere"], 127, 'the command "nowhere" is not found'],
    [["npm test"], 127, 'the command "npm test" is not found'],
    [[""], 127, 'the command "" is not found'],
    [[file], 126, `the command "${file}" cannot be run (EACCES)`],
  ];
  const db = join(newFolder(), "new.db");
  const ended = await Promise.all(endings.map(([command]) => execute(["--", ...command])));
  const { stderr } = await execute(["--ui", "--db", db, "nowhere"]);
  expect([stderr, existsSync(db)]).toEqual([ended[3]?.stderr, false]);
  expect(ended).toEqual(
    endings.map(([, end, stderr]) => ({
      status: typeof end === "number" ? end : null,
      signal: typeof end === "number" ? null : end,
      stdout: stderr === "" ? "out\n" : "",
      stderr:
        stderr &&
        `centavo: ${stderr}; write it as in npm run --silent centavo -- exec -- npm test\n`,
    })),
  );
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s of another program reaches the command once, and then the sandbox is gone",
  async (signal) => {
    const { child, printed, ended } = exec([process.execPath, "-e", COUNTING]);
    await expect.poll(() => printed.stdout).toContain("ready");
    const url = addressIn(printed.stdout);
    expect(await isThere(url)).toBe(true);
    child.kill(signal);
    expect(await ended).toMatchObject({ status: 7, stderr: "" });
    expect(printed.stdout).toContain(`${signal} 1\n`);
    expect(await isThere(url)).toBe(false);
  },
);

// Elsewhere, script has other options.
test.skipIf(process.platform !== "linux")(
  "Ctrl-C of a terminal reaches the command once",
  async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "counting.mjs"), COUNTING);
    writeFileSync(join(folder, "late.mjs"), LATE);
    const [node, ...cli] = fromSource;
    const late = [node, "--import", `${folder}/late.mjs`, ...cli].join(" ");
    // Replaces the shell: dash would wait beside it, and end by Ctrl-C itself.
    const command = `exec ${late} exec -- ${node} ${folder}/counting.mjs`;
    const shown = join(folder, "shown");
    const { status } = await run([
      "sh",
      "-c",
      `{ until grep -q ready ${shown}; do sleep 0.1; done; printf '\\003'; } |
      script --quiet --flush --return --command "${command}" ${shown}`,
    ]);
    expect(status).toBe(7);
    expect(readFileSync(shown, "utf8")).toMatch(/ready at \S+ .*true.*SIGINT \S*1\b/s);
  },
);

test("with --ui, it prints the inspector's address, and the sandbox stays until Ctrl-C", async () => {
  const { child, printed, ended } = exec(["--ui", "sh", "-c", "exit 3"]);
  await expect.poll(() => printed.stderr).toContain("press Ctrl-C");
  expect(printed.stderr).toMatch(/open (http:\S+\/#code=\S+)\n.*sandbox at http:\S+, press/);
  expect(await isThere(addressIn(printed.stderr))).toBe(true);
  child.kill("SIGINT");
  expect(await ended).toMatchObject({ status: 3, stdout: "" });
});

test("it ends when the command does, and a child that the command has left goes on", async () => {
  const file = join(newFolder(), "pid");
  const { child } = exec(["sh", "-c", `sleep 60 & echo $! > ${file}`]);
  // Its pipes stay open.
  expect(await once(child, "exit")).toEqual([0, null]);
  const pid = Number(readFileSync(file, "utf8"));
  expect(process.kill(pid, 0)).toBe(true);
  process.kill(pid);
});

test("the command reads the standard input", async () => {
  const line = `(echo first; sleep 1; echo second) | ${CENTAVO} exec cat`;
  expect(await run(["sh", "-c", line])).toMatchObject({ status: 0, stdout: "first\nsecond\n" });
});
