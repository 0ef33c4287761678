import type { Reporter, TestCase, TestModule } from "vitest/node";

/** What a test has tried and seen, in words and numbers. */
export type Figures = Record<string, number | string>;

declare module "vitest" {
  interface TaskMeta {
    figures?: Figures;
  }
}

/** Prints the figures of all tests, before the runner's own summary. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests()) print(test);
    }
  }
}

function print(test: TestCase): void {
  const figures = Object.entries(test.meta().figures ?? {});
  if (figures.length === 0) return;
  console.log(`\n${test.fullName}`);
  const widest = Math.max(...figures.map(([name]) => name.length));
  for (const [name, figure] of figures) console.log(`  ${name.padEnd(widest)}  ${shown(figure)}`);
}

function shown(figure: number | string): string {
  return typeof figure === "number" ? figure.toLocaleString("en") : figure;
}
