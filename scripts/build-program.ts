/** Builds `centavo` as a program that needs no Node: npm's Node for this Linux, with the command in it. */
import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import * as contract from "../src/contract/read-bundled-contract.ts";
import { bundleInspector } from "./bundle-inspector.ts";
import { PRECOMPUTED, replaceModules } from "./precomputed-modules.ts";
import { thirdPartyNotice } from "./third-party-notice.ts";

const ROOT = resolve(import.meta.dirname, "..");
const FOLDER = join(ROOT, "dist/program");
const WORK = join(FOLDER, "work");
/** By these bytes Node knows whether it has a program in it: see its page on single executable applications. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

const { html, metafile: inspector } = await bundleInspector();
const returns = (name: string, value: unknown) =>
  `export const ${name} = () => JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
const throws = (name: string) => `
  import { CommandError } from "${ROOT}/src/cli/define-command.ts";
  export const ${name} = () => { throw new CommandError("only npm's package has the mock, mcp and explore"); };`;

/** What reads the folder of the package, and what needs other packages. */
const replaced = {
  [join(ROOT, "src/contract/read-bundled-contract.ts")]: () =>
    Object.entries(contract)
      .filter(([name]) => name.startsWith("read"))
      .map(([name, read]) => returns(name, read()))
      .join("\n"),
  [join(ROOT, "src/sandbox-node/read-inspector-html.ts")]: () =>
    `export const readInspectorHtml = async () => ${JSON.stringify(html)};`,
  [join(ROOT, "src/mock/index.ts")]: () => throws("startMock"),
  [join(ROOT, "src/cli/mcp/serve.ts")]: () => throws("serve"),
  [join(ROOT, "src/testing/index.ts")]: () => throws("explore"),
};

const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: { centavo: "src/cli/index.ts" },
  outdir: WORK,
  bundle: true,
  minify: true,
  metafile: true,
  platform: "node",
  external: ["pg-native"],
  plugins: [replaceModules({ ...PRECOMPUTED, ...replaced })],
});
const settings = { main: "centavo.js", output: "blob", disableExperimentalSEAWarning: true };
writeFileSync(join(WORK, "settings.json"), JSON.stringify(settings));
copyFileSync(process.execPath, join(FOLDER, "centavo"));
const here = { cwd: WORK, stdio: "pipe" } as const;
execFileSync(process.execPath, ["--experimental-sea-config", "settings.json"], here);
execFileSync("postject", ["../centavo", "NODE_SEA_BLOB", "blob", "--sentinel-fuse", FUSE], here);
rmSync(WORK, { recursive: true });
writeFileSync(join(FOLDER, "THIRD-PARTY.md"), thirdPartyNotice(["centavo"], [metafile, inspector]));
const [licence = ""] = globSync(join(ROOT, "node_modules/node/node_modules/*/LICENSE"));
copyFileSync(licence, join(FOLDER, "LICENSE-of-Node"));
console.log("dist/program/centavo needs no Node: copy it to where you want to run centavo sandbox");
