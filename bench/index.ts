import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { clients } from "./clients.ts";
import { inProcess } from "./in-process.ts";
import { describe, drawCharts, type Section } from "./report.ts";
import { startup } from "./startup.ts";
import { throughput } from "./throughput.ts";

const parts = new Map(Object.entries({ throughput, startup, clients, "in-process": inProcess }));

// Without arguments, this measures everything and writes the results. With the names of parts, it only prints their
// results. With --quick, it only checks that everything works: its figures are meaningless.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false } },
});
const names = positionals.length > 0 ? positionals : [...parts.keys()];

const sections: Section[] = [];
for (const name of names) {
  const measure = parts.get(name);
  if (!measure) throw new Error(`The parts are ${[...parts.keys()].join(", ")}, and not ${name}.`);
  const section = await measure({ isQuick: values.quick });
  sections.push(section);
  console.log(`${describe(section)}\n`);
}

if (positionals.length === 0 && !values.quick) {
  const day = new Date().toISOString().slice(0, "2026-01-01".length);
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} processors, Node ${process.versions.node}`;
  const about = `Written by \`npm run bench\` on ${day}: ${machine}. On another machine the figures will differ, but their ratios should be similar.`;
  const title = "The speed of the sandbox and the client, compared with others";
  const chart = `![${title}](chart.svg)`;
  const report = ["# Benchmark results", about, chart, ...sections.map(describe)].join("\n\n");
  writeFileSync("bench/results.md", `${report}\n`);
  const charts = sections.flatMap((section) => section.charts);
  writeFileSync("bench/chart.svg", drawCharts(charts, title));
}
