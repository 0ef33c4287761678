import { expect, test } from "vitest";
import { TSC } from "./consumer-project.ts";
import { installPackageForFile } from "./installed-package.ts";

const project = await installPackageForFile();
project.write("import.ts", "");
project.write(
  "import.mjs",
  `import { registerHooks } from "node:module";
  const files = [];
  registerHooks({
    load(url, context, next) {
      files.push(new URL(url).pathname);
      return next(url, context);
    },
  });
  await import(process.argv[2]);
  console.log(files.join("\\n"));`,
);

/** What only the client is made of. */
const OF_CLIENT =
  /^(openapi-[\w-]+|centavo\/dist\/package\/(src\/(client|card-number)|generated\/(?!sandbox)))\b/;
const MANIFESTS = ["", "node_modules/centavo/", "node_modules/openapi-fetch/"];
const ALSO_READ = ["import.mjs", ...MANIFESTS.map((folder) => `${folder}package.json`)];

const inModules = (file: string) => file.split("/node_modules/").at(-1) ?? "";

/** The files that Node loads for an import. It may read no others, except manifests. */
async function loadedFor(name: string): Promise<string[]> {
  const files = (await project.run(process.execPath, "import.mjs", name)).trim().split("\n");
  const read = [...files, ...ALSO_READ.map((file) => project.path(file))];
  const allowed = read.map((file) => `--allow-fs-read=${file}`);
  await project.run(process.execPath, "--permission", ...allowed, "import.mjs", name);
  return files.map(inModules);
}

/** The declarations that TypeScript reads for an import. */
async function declarationsFor(name: string): Promise<string[]> {
  project.write("import.ts", `import "${name}";`);
  const options = ["--listFilesOnly", "--module", "nodenext", "--target", "es2022"];
  const files = (await project.run(process.execPath, TSC, ...options, "import.ts"))
    .trim()
    .split("\n");
  return files.filter((file) => file.startsWith(project.path("node_modules"))).map(inModules);
}

test.each([
  { name: "centavo", modules: 24, declarations: 16 },
  { name: "centavo/types", modules: 1, declarations: 1 },
])(
  "$name loads $modules files and $declarations declarations, and nothing of sandbox, mock or commands",
  async ({ name, modules, declarations }) => {
    const loaded = await loadedFor(name);
    const declared = await declarationsFor(name);
    expect([loaded.length, declared.length]).toEqual([modules, declarations]);
    expect([...loaded, ...declared].filter((file) => !OF_CLIENT.test(file))).toEqual([]);
  },
);
