/**
 * Tries the package on the Node that runs this file, which may be any from 20.19 on. npm scripts cannot do
 * that, since they always get the Node of node_modules.
 *
 *     node test/package/smoke-test.js [--node 22.13] [--tarball FILE]
 *
 * It packs the package, unless there is a tarball already, installs it in a new folder outside the
 * repository, and runs each part there that this Node is recent enough for. --node names the version that
 * is expected: with another, nothing is run.
 */
import assert from "node:assert/strict";
import { exec } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { startService } from "./fake-payment-api.js";

const REPOSITORY = resolve(import.meta.dirname, "../..");
const PROGRAMS = join(import.meta.dirname, "programs");
const TSC = join(REPOSITORY, "node_modules/typescript/bin/tsc");

const { version } = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8"));

/** The oldest Node that runs most parts. */
const OLDEST = "20.19";

/**
 * What is run, by which line, from which Node on, and what it prints then.
 * @typedef {{ part: string, line: string, prints: RegExp, since?: string }} Part
 * @type {Part[]}
 */
const PARTS = [
  { part: "client, import", line: "node client.mjs", prints: /"amount":14970/ },
  { part: "client, require", line: "node client.cjs", prints: /"amount":14970/ },
  { part: "types", line: `node "${TSC}"`, prints: /^$/ },
  { part: "command", line: "centavo --version", prints: RegExp(`^${version}\\s*$`) },
  { part: "command, help", line: "centavo --help", prints: /^ {2}sandbox /m },
  { part: "sandbox", line: "node sandbox.mjs", prints: /^0\s*$/ },
  {
    part: "sandbox, every operation",
    line: "node sandbox-examples.mjs",
    prints: /^\{"defects":\[\],"enough":true\}\s*$/,
  },
  { part: "command, sandbox", line: "node command-line.mjs", prints: /^200\s*$/ },
  {
    part: "command, sandbox with a file",
    line: "node command-line.mjs --db sandbox.db",
    prints: /^200\s*$/,
    since: "22.13",
  },
];

const TYPESCRIPT = {
  compilerOptions: {
    ...{ target: "es2022", lib: ["es2022", "dom"], module: "nodenext", types: [] },
    ...{ strict: true, noEmit: true, resolveJsonModule: true },
  },
  include: ["client.ts"],
};

/** Every Node that runs a part says its version first: the command's shim might have found another. */
const TELL_VERSION = 'process.stderr.write(process.version + "\\n");\n';

const { values } = parseArgs({
  options: { node: { type: "string" }, tarball: { type: "string" } },
});
const message = `This is Node ${process.version}, and ${values.node} is expected.`;
assert.ok(!values.node || `${process.version}.`.startsWith(`v${values.node}.`), message);
const folder = mkdtempSync(join(tmpdir(), "centavo-try-"));
const service = await startService();
try {
  await install(values.tarball ?? (await pack()));
  writePrograms(service.baseUrl);
  for (const part of PARTS) await tryPart(part);
} finally {
  service[Symbol.dispose]();
  rmSync(folder, { recursive: true, maxRetries: 5, retryDelay: 200 });
}

async function pack() {
  await run(`npm pack --pack-destination "${folder}"`, REPOSITORY);
  return join(folder, readdirSync(folder).find((file) => file.endsWith(".tgz")) ?? "");
}

/** @param {string} tarball */
async function install(tarball) {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  copyFileSync(tarball, join(folder, "package.tgz"));
  const options = "--prefer-offline --no-audit --no-fund --ignore-scripts";
  await run(`npm install ${options} ./package.tgz`, folder);
}

/** @param {string} baseUrl the address that the programs call */
function writePrograms(baseUrl) {
  for (const name of readdirSync(PROGRAMS)) {
    const text = readFileSync(join(PROGRAMS, name), "utf8");
    writeFileSync(join(folder, name), text.replaceAll("http://127.0.0.1:4010", baseUrl));
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TYPESCRIPT));
  writeFileSync(join(folder, "tell-version.mjs"), TELL_VERSION);
}

/** @param {Part} part */
async function tryPart({ part, line, prints, since = OLDEST }) {
  if (isBefore(process.version, since)) {
    console.log(`not run   ${part}: needs Node ${since}, and this is ${process.version}`);
    return;
  }
  const folders = [join(folder, "node_modules/.bin"), dirname(process.execPath), process.env.PATH];
  const env = { PATH: folders.join(delimiter), NODE_OPTIONS: "--import ./tell-version.mjs" };
  const { stdout, stderr } = await run(line, folder, env);
  assert.equal(stderr.split("\n", 1)[0], process.version, `${part} ran on another Node`);
  assert.match(stdout, prints, part);
  console.log(`passed    ${part} on Node ${process.version}`);
}

/**
 * @param {string} version
 * @param {string} since
 */
function isBefore(version, since) {
  const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
  const [sinceMajor = 0, sinceMinor = 0] = since.split(".").map(Number);
  return major < sinceMajor || (major === sinceMajor && minor < sinceMinor);
}

/**
 * Runs a line as a person types it, in whatever shell the system has.
 * @param {string} line
 * @param {string} cwd
 * @param {Record<string, string>} [env]
 */
function run(line, cwd, env) {
  return promisify(exec)(line, { cwd, env: { ...process.env, ...env } });
}
