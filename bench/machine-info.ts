import { readFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";

/** The packages that are measured, or that measure. */
const PACKAGES = [
  "@stoplight/prism-http-server",
  "@stoplight/prism-http",
  "@stoplight/prism-core",
  "openapi-fetch",
  "ky",
  "esbuild",
  "autocannon",
  "pg",
];

/** The hardware, and the versions of all software that affects the results. */
export function describeMachine(): [name: string, value: string][] {
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

/** The name of the Linux distribution. */
function distribution(): string {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "";
  } catch {
    return "";
  }
}
