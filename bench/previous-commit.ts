import type { BenchEnvironment } from "./bench-environment.ts";
import { number, type Section, times } from "./report-section.ts";
import { medianRatio } from "./stats.ts";
import { allKinds, kinds, measure, prepare } from "./store-growth.ts";

/** More than elsewhere, since a small loss matters here. */
const ROUNDS = 15;
const PAYMENTS = 10_000;
/** The least speed of each request, as a share of that of the commit before. */
const LEAST = 0.9;

const WITHOUT_PREVIOUS: Section = {
  title: "The commit before",
  text: ["It was not measured: name a folder with its build in `--previous`."],
  tables: [],
  goals: [],
};

/** Measures whether the sandbox has become slower than that of another commit. */
export async function previous(bench: BenchEnvironment): Promise<Section> {
  if (!bench.previous) return WITHOUT_PREVIOUS;
  const all = {
    "in memory": await ratios(bench, bench.previous, () => []),
    "with --db": await ratios(bench, bench.previous, () => ["--db", bench.file("db")]),
  };
  return {
    ...WITHOUT_PREVIOUS,
    text: [
      `The speed of requests to the sandbox with ${number(PAYMENTS)} payments, as a multiple of the speed at the commit before. Each figure is the median of the ratios of ${ROUNDS} rounds, in which the two take turns.`,
    ],
    tables: [
      {
        head: ["", ...Object.values(kinds)],
        rows: Object.entries(all).map(([store, each]) => [store, ...each.map(times)]),
      },
    ],
    goals: Object.entries(all).map(([store, each]) => {
      const least = Math.min(...each);
      const kind = allKinds[each.indexOf(least)] as keyof typeof kinds;
      return {
        goal: `${store}, each request is at least ${times(LEAST)} as fast as at the commit before`,
        measured: `at least ${times(least)} (${kinds[kind]})`,
        isMet: least >= LEAST,
      };
    }),
  };
}

/** The ratio of each kind of request. */
async function ratios(
  bench: BenchEnvironment,
  folder: string,
  store: () => string[],
): Promise<number[]> {
  const size = bench.payments(PAYMENTS);
  const servers = {
    now: await bench.sandbox("--quiet", ...store()),
    before: await bench.previousSandbox(folder, "--quiet", ...store()),
  };
  const sandboxes = [];
  for (const [name, server] of Object.entries(servers)) {
    // Over HTTP, since an older sandbox may not know the tables that this one would create.
    await bench.fill(server, size);
    sandboxes.push(await prepare(bench, size, server, name));
  }
  const rates = await measure(bench, sandboxes, ROUNDS);
  await bench.stopServers();
  return allKinds.map((kind) =>
    medianRatio(rates[kind].get("now") ?? [], rates[kind].get("before") ?? []),
  );
}
