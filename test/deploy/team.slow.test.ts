import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXECUTABLE } from "../chromium.ts";
import { blocks } from "../docs/guide-examples.ts";
import { freePort } from "../free-port.ts";
import { press, useBrowser, visit } from "../inspector/browser-fixture.ts";
import { pack } from "../package/pack.ts";
import { run as runOrThrow } from "../package/run-and-capture.ts";
import { PostgresServer, programs } from "../postgres/postgres-server.ts";
import { type Ended, run, start } from "../run-command-line.ts";
import { OPERATOR_KEY } from "../sandbox/company-fixture.ts";
import { newFolder } from "../sandbox/database-file.ts";

const isPossible = programs !== undefined && existsSync(EXECUTABLE);
if (!isPossible)
  console.warn("A team's sandbox was not tested: Chromium or Debian's postgresql is missing.");
const COMPOSE = "/usr/bin/docker-compose";
if (!existsSync(COMPOSE))
  console.warn("The file of compose was not tested: Debian's package docker-compose is missing.");

/** An address of this machine for which colleagues need no loopback. */
const PUBLIC_HOST =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.2";

/** What only a server of a team has: an editor, systemd, and an engine for containers. */
const ELSEWHERE = /^(editor|systemctl|journalctl|docker) /;
const [CREATE_DATABASE = "", INSTALL = "", COPY_SETTINGS = "", , COPY_UNIT = "", ...STEPS] = blocks(
  "docs/sandbox/sharing.md",
  "sh",
);
const [CREATE_COMPANY = "", INVITE = ""] = STEPS.slice(1);

describe.skipIf(!isPossible)("the five steps of the page", () => {
  useBrowser();
  let server: PostgresServer;
  let [folder, database] = ["", ""];
  let port = 0;

  /** Runs commands of the page, in the places that this test has. */
  async function follow(commands: string): Promise<string> {
    const here = inFolder(commands).replace(
      "su - postgres -c 'psql -v ON_ERROR_STOP=1'",
      `${programs}/psql -q -v ON_ERROR_STOP=1 ${server.address("postgres")}`,
    );
    const script = here.split("\n").filter((line) => !ELSEWHERE.test(line));
    return (await runOrThrow("sh", ["-ec", script.join("\n")], folder)).trim();
  }

  const inFolder = (text: string) =>
    text
      .replaceAll("/opt/centavo-sandbox", `${folder}/opt`)
      .replaceAll("/etc/", `${folder}/etc/`)
      .replaceAll("127.0.0.1:5432", `127.0.0.1:${server.port}`)
      .replace("cp centavo", `cp ${folder}/opt/centavo`)
      .replace("install -m 600 ", `install -m 600 ${folder}/opt/`);

  const settingsFile = () => join(folder, "etc/centavo-sandbox.env");

  const filledIn = () => ({
    CENTAVO_SANDBOX_PUBLIC_URL: `http://${PUBLIC_HOST}:${port}`,
    CENTAVO_SANDBOX_OPERATOR_KEY: OPERATOR_KEY,
    CENTAVO_SANDBOX_DB: database,
  });

  /** Writes values behind the names in the file of settings. */
  function fillIn(settings: Record<string, string>): void {
    const empty = readFileSync("deploy/centavo-sandbox.env", "utf8");
    const text = Object.entries(settings).reduce((lines, [name, value]) => {
      expect(lines).toContain(`\n${name}=\n`);
      return lines.replace(`\n${name}=\n`, `\n${name}=${value}\n`);
    }, empty);
    writeFileSync(settingsFile(), text);
  }

  /** What the installed unit runs, and with which environment. */
  function unit(): { command: string[]; fatal: number[]; env: Record<string, string> } {
    const read = (name: string) =>
      new RegExp(`^${name}=(.+)$`, "m").exec(
        inFolder(readFileSync(join(folder, "etc/systemd/system/centavo-sandbox.service"), "utf8")),
      )?.[1] ?? "";
    const settings = readFileSync(read("EnvironmentFile"), "utf8").matchAll(/^(\w+)=(.*)$/gm);
    const own = read("Environment").matchAll(/(\w+)=(\S*)/g);
    const pairs = [...own, ...settings].map(([, name = "", value = ""]) => [name, value] as const);
    const command = read("ExecStart").replace("/usr/bin/node", process.execPath).split(" ");
    expect(read("AssertPathExists")).toBe(read("EnvironmentFile"));
    return {
      command,
      fatal: read("RestartPreventExitStatus").split(" ").map(Number),
      env: { ...Object.fromEntries(pairs), CENTAVO_SANDBOX_PORT: `${port}` },
    };
  }

  beforeAll(async () => {
    [server, port] = [await PostgresServer.start(), await freePort()];
    folder = mkdtempSync(join(tmpdir(), "centavo-team-"));
    const tarball = await pack();
    mkdirSync(join(folder, "etc/systemd/system"), { recursive: true });
    database = (await follow(CREATE_DATABASE)).split("\n").at(-1) ?? "";
    await follow(INSTALL.replace("./centavo-0.1.0.tgz", tarball));
    await follow(COPY_SETTINGS);
    await follow(COPY_UNIT);
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true });
  });

  const tables = () =>
    server.query("SELECT 1 FROM pg_tables WHERE schemaname = 'centavo'", database);

  // The other mistakes that a start refuses: command-line/cli.test.ts and postgres/startup-errors.slow.test.ts.
  test.each<[string, () => Record<string, string>, number, RegExp]>([
    ["no settings", () => ({}), 2, /CENTAVO_SANDBOX_DB is empty; set /],
    [
      "no public address",
      () => ({ CENTAVO_SANDBOX_PUBLIC_URL: "" }),
      2,
      /publicUrl is missing: .+; set CENTAVO_SANDBOX_PUBLIC_URL to /,
    ],
    [
      "a database that does not answer",
      () => ({ CENTAVO_SANDBOX_DB: database.replace(/:\d+\//, ":1/") }),
      3,
      /\(no PostgreSQL server answers there\); start the server/,
    ],
  ])("%s: one line says what to do, and nothing is left", async (name, wrong, status, line) => {
    fillIn(name === "no settings" ? {} : { ...filledIn(), ...wrong() });
    const { command, env, fatal } = unit();
    expectOneLine(await run(command, { env }), status, line);
    expect(fatal.includes(status)).toBe(status !== 3);
    expect(await tables()).toEqual([]);
  });

  test("end with an invitation that opens at the public address", async () => {
    fillIn(filledIn());
    const { command, env } = unit();
    const { text, kill, ended } = await start(command, { env });
    const { CENTAVO_SANDBOX_PUBLIC_URL: publicUrl } = filledIn();
    expect(text).toContain(`running at ${publicUrl}, and on this machine at `);
    expect(text).toContain(`  ${publicUrl}/#code=`);
    const operator = await visit(/http\S+#code=\S+/.exec(text)?.[0] ?? "");
    await press(operator.page, "Create a company");
    await press(operator.page, "Copy private key");
    await operator.page.getByText(/^sandbox_private_\w+$/).waitFor();
    const asking = CREATE_COMPANY.replace(/"x-operator-key: .+?"/, '"x-operator-key: wrong"');
    expect(await follow(asking)).toContain("A chave do operador está ausente ou incorreta");
    const { data: company } = JSON.parse(await follow(CREATE_COMPANY));
    const [readSettings] = CREATE_COMPANY.split("\n");
    const { data: invitation } = JSON.parse(
      await follow(`${readSettings}\n${INVITE.replace("COMPANY", company.companyId)}`),
    );
    expect(invitation.invitationUrl).toContain(`${publicUrl}/#invitation=`);
    const { page, errors } = await visit(invitation.invitationUrl);
    await page.getByText("Loja da Ana").first().waitFor();
    expect(errors).toEqual([]);
    kill("SIGTERM");
    expect(await ended).toMatchObject({ status: 0, stderr: "" });
  });
});

function expectOneLine({ stdout, stderr, ...ended }: Ended, status: number, line: RegExp): void {
  expect({ ...ended, stdout }).toEqual({ status, signal: null, stdout: "" });
  expect(stderr).toMatch(/^centavo: .+\n$/);
  expect(stderr).toMatch(line);
}

test.skipIf(!existsSync(COMPOSE))(
  "compose asks for each setting that is empty, in one line",
  () => {
    const folder = newFolder();
    writeFileSync(join(folder, "compose.yaml"), readFileSync("deploy/compose.yaml"));
    const template = readFileSync("deploy/centavo-sandbox.env", "utf8");
    const config = (settings: string) => {
      writeFileSync(join(folder, ".env"), settings);
      return spawnSync(COMPOSE, ["config"], { cwd: folder, encoding: "utf8" });
    };
    const filled = template.replaceAll(/^(\w+)=$/gm, "$1=x");
    const whole = config(`${filled}CENTAVO_SANDBOX_MAX_REQUESTS=50\n`);
    expect(whole).toMatchObject({ status: 0, stderr: "" });
    expect(whole.stdout.match(/CENTAVO_SANDBOX_MAX_REQUESTS: '50'/g)).toHaveLength(3);
    expect(whole.stdout.match(/restart: always/g)).toHaveLength(5);
    for (const name of [
      "CENTAVO_SANDBOX_PUBLIC_URL",
      "CENTAVO_SANDBOX_OPERATOR_KEY",
      "POSTGRES_PASSWORD",
    ]) {
      const { status, stderr } = config(filled.replace(`${name}=x`, `${name}=`));
      expect(status).toBe(1);
      expect(stderr).toMatch(new RegExp(`^.+: set ${name} in \\.env\n$`));
    }
  },
);
