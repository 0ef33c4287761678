import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { BenchEnvironment } from "./bench-environment.ts";
import { drawChart } from "./chart.ts";
import { client } from "./client-overhead.ts";
import { pipeline } from "./generation-time.ts";
import { describeMachine } from "./machine-info.ts";
import { describe, goalTable, writeReport } from "./report.ts";
import type { Section } from "./report-section.ts";
import { server } from "./server-throughput.ts";
import { start } from "./startup-time.ts";
import { growth } from "./store-growth.ts";

const parts: Record<string, (bench: BenchEnvironment) => Promise<Section>> = {
  server,
  start,
  growth,
  client,
  pipeline,
};

// Without arguments it measures everything and writes the results. A part that is named is only shown,
// and with --quick it is only seen to work.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false } },
});
const names = positionals.length > 0 ? positionals : Object.keys(parts);
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(", ")}: there are ${Object.keys(parts).join(", ")}.`,
  );
  process.exit(2);
}

const measured: Section[] = [];
await using bench = new BenchEnvironment(values.quick);
for (const name of names) {
  const begun = performance.now();
  const part = await (parts[name] as (typeof parts)[string])(bench);
  await bench.endServers();
  measured.push(part);
  const goals = part.goals.length > 0 ? [goalTable(part.goals)] : [];
  console.log([...describe(part), ...goals].join("\n\n"));
  console.log(`\n${name} took ${Math.round((performance.now() - begun) / 1000)} s\n`);
}

if (positionals.length === 0 && !values.quick) {
  const day = new Date().toISOString().slice(0, "2026-01-01".length);
  const bars = measured.flatMap((part) => part.bars ?? []);
  writeFileSync("bench/results.md", writeReport(measured, describeMachine(), day));
  writeFileSync(
    "bench/chart.svg",
    drawChart(bars, "How fast the sandbox and the client are, beside others"),
  );
}
