import { readFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";

/** What is measured, or measures. */
const PACKAGES = [
  "@stoplight/prism-http-server",
  "@stoplight/prism-http",
  "@stoplight/prism-core",
  "openapi-fetch",
  "ky",
  "stripe",
  "esbuild",
  "@redocly/cli",
  "@stoplight/spectral-cli",
  "openapi-typescript",
  "autocannon",
];

/** Where it was measured, and what: of everything the version. */
export function describeMachine(): [what: string, which: string][] {
  const [processor] = cpus();
  const { version, dependencies, devDependencies } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  return [
    ["processor", `${processor?.model.trim()}, ${cpus().length} cores`],
    ["memory", `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ["system", [distribution(), type(), release()].filter(Boolean).join(", ")],
    ["Node", `${process.versions.node}, with SQLite ${process.versions.sqlite}`],
    ["centavo", version],
    ...PACKAGES.map((name): [string, string] => [
      name,
      { ...dependencies, ...devDependencies }[name],
    ]),
  ];
}

/** What a Linux calls itself. */
function distribution(): string {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "";
  } catch {
    return "";
  }
}
