import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { BenchEnvironment } from "./bench-environment.ts";
import { drawChart } from "./chart.ts";
import { client } from "./client-overhead.ts";
import { describeMachine } from "./machine-info.ts";
import { previous } from "./previous-commit.ts";
import { describe, goalTable, writeReport } from "./report.ts";
import type { Section } from "./report-section.ts";
import { server } from "./server-throughput.ts";
import { capacity } from "./shared-capacity.ts";
import { sharing } from "./shared-store-throughput.ts";
import { start } from "./startup-time.ts";
import { growth } from "./store-growth.ts";

const parts: Record<string, (bench: BenchEnvironment) => Promise<Section>> = {
  server,
  start,
  growth,
  previous,
  sharing,
  capacity,
  client,
};

// Without arguments, this measures everything and writes the results. With the names of parts, it only
// prints their results. With --quick, it only checks that everything works. With --previous FOLDER, the part
// `previous` compares with the sandbox of another commit, which has been built in that folder.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    previous: { type: "string" },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(parts);
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(
    `Unknown part ${unknown.join(", ")}: the parts are ${Object.keys(parts).join(", ")}.`,
  );
  process.exit(2);
}

const sections: Section[] = [];
await using bench = new BenchEnvironment(values.quick, values.previous);
for (const name of names) {
  const startedAt = performance.now();
  const section = await (parts[name] as (typeof parts)[string])(bench);
  await bench.stopServers();
  sections.push(section);
  const goals = section.goals.length > 0 ? [goalTable(section.goals)] : [];
  console.log([...describe(section), ...goals].join("\n\n"));
  console.log(`\n${name} took ${Math.round((performance.now() - startedAt) / 1000)} s\n`);
}

if (positionals.length === 0 && !values.quick) {
  const day = new Date().toISOString().slice(0, "2026-01-01".length);
  const bars = sections.flatMap((section) => section.bars ?? []);
  writeFileSync("bench/results.md", writeReport(sections, describeMachine(), day));
  writeFileSync(
    "bench/chart.svg",
    drawChart(bars, "The speed of the sandbox and the client, compared with others"),
  );
}
