import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { growth } from "./growth.ts";
import { inProcess } from "./in-process.ts";
import { describe, describeDemands, type Section } from "./report.ts";
import { startup } from "./startup.ts";
import { throughput } from "./throughput.ts";

const parts = new Map(Object.entries({ throughput, "in-process": inProcess, growth, startup }));

// Without arguments, this measures everything and writes the results. With the names of parts, it only prints their
// results. With --quick, it only checks that everything works: its figures are meaningless.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false } },
});
const names = positionals.length > 0 ? positionals : [...parts.keys()];

/** In milliseconds. A busy machine takes several times as long as a quiet one. */
const LIMIT = 2 * 60 * 60_000;
setTimeout(() => process.exit(1), LIMIT).unref();
// However this process ends, its servers and files go with it.
process.setMaxListeners(100);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const sections: Section[] = [];
for (const name of names) {
  const measure = parts.get(name);
  if (!measure) throw new Error(`The parts are ${[...parts.keys()].join(", ")}, and not ${name}.`);
  const begin = performance.now();
  const section = await measure({ isQuick: values.quick });
  sections.push(section);
  const seconds = Math.round((performance.now() - begin) / 1000);
  console.log(`${describe(section)}\n\n${describeDemands([section])}\n\n${name}: ${seconds} s\n`);
}

if (positionals.length === 0 && !values.quick) {
  const day = new Date().toISOString().slice(0, "2026-01-01".length);
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} processors, Node ${process.versions.node}`;
  const about = `Written by \`npm run bench\` on ${day}: ${machine}. On another machine the figures will differ, but their ratios should be similar.`;
  const demands = `## What is demanded\n\n${describeDemands(sections)}`;
  const report = ["# Benchmark results", about, demands, ...sections.map(describe)];
  writeFileSync("bench/results.md", `${report.join("\n\n")}\n`);
}
// PostgreSQL's server would keep this process alive.
process.exit();
