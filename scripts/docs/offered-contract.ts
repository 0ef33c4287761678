import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { MOCK_URL, SANDBOX_URL } from "../default-servers.ts";
import { MACHINE_FILES } from "./site-source.ts";

/** The servers of the contract resolve nowhere. Tools that import the site's copy can call these. */
const LOCAL_SERVERS = [
  {
    url: SANDBOX_URL,
    description: "The sandbox on your machine: npx --no-install centavo sandbox --examples",
  },
  { url: MOCK_URL, description: "The mock on your machine: npx --no-install centavo mock" },
];

/** Copies the files for programs, and appends the local servers to those of the service's contract. */
export function writeMachineFiles(folder: string, atServers: (text: string) => string): void {
  for (const name of MACHINE_FILES) copyFileSync(join("generated", name), join(folder, name));
  for (const [name, append] of [
    ["openapi.json", appendToJson],
    ["openapi.yaml", appendToYaml],
  ] as const) {
    const contract = readFileSync(join("generated", name), "utf8");
    writeFileSync(join(folder, name), atServers(append(contract)));
  }
}

function appendToJson(text: string): string {
  const contract = JSON.parse(text);
  const servers = [...contract.servers, ...LOCAL_SERVERS];
  return `${JSON.stringify({ ...contract, servers }, null, 2)}\n`;
}

/** Behind the last line of `servers`, since a parser would not write the rest as it is. */
function appendToYaml(text: string): string {
  const added = stringify(LOCAL_SERVERS).replaceAll(/^(?=.)/gm, "  ");
  return text.replace(/^servers:\n(?: .*\n)+/m, (servers) => servers + added);
}
