import type { BenchEnvironment } from "./bench-environment.ts";
import { compare } from "./comparison.ts";
import { number, ratioGoal, type Section, times } from "./report-section.ts";
import { kinds, prepare } from "./store-growth.ts";

/** More than elsewhere, since a small loss matters here. */
const ROUNDS = 15;
const PAYMENTS = 10_000;
const AMOUNT = { count: 1000 };
/** The speed of each request, as a share of that at the commit before. */
const GOAL = { is: "at least", goal: 0.9 } as const;

const WITHOUT_PREVIOUS: Section = {
  title: "The commit before",
  text: ["It was not measured: name a folder with its build in `--previous`."],
  tables: [],
  goals: [],
};

/** The ratios of each kind of request. */
interface Row {
  what: string;
  ratios: number[];
}

/** Measures whether the sandbox has become slower than that of another commit. */
export async function previous(bench: BenchEnvironment): Promise<Section> {
  if (!bench.previous) return WITHOUT_PREVIOUS;
  const rows = [
    ...(await rowsOf(bench, bench.previous, "in memory", () => [])),
    ...(await rowsOf(bench, bench.previous, "with --db", () => ["--db", bench.file("db")])),
  ];
  const titles = Object.values(kinds);
  return {
    ...WITHOUT_PREVIOUS,
    text: [
      `The speed of requests to the sandbox with ${number(PAYMENTS)} payments, as a multiple of the speed at the commit before. Each figure is the median of the ratios of ${ROUNDS} rounds, in which the two take turns. Other programs disturb the requests per second of processor time less than those per second, but the former do not show that a request waits.`,
    ],
    tables: [
      { head: ["", ...titles], rows: rows.map(({ what, ratios }) => [what, ...ratios.map(times)]) },
    ],
    goals: rows.map(({ what, ratios }) => {
      const least = Math.min(...ratios);
      const detail = ` (${titles[ratios.indexOf(least)]})`;
      return ratioGoal(`${what}, each`, least, GOAL, { of: " that at the commit before", detail });
    }),
  };
}

async function rowsOf(
  bench: BenchEnvironment,
  folder: string,
  store: string,
  flags: () => string[],
): Promise<Row[]> {
  const size = bench.payments(PAYMENTS);
  const sandboxes = [];
  for (const [name, built] of Object.entries({ now: ".", before: folder })) {
    const server = await bench.sandboxOf(built, "--quiet", ...flags());
    // Over HTTP, since an older sandbox may not know the tables that this one would create.
    await bench.fill(server, size);
    sandboxes.push({ ...(await prepare(bench, size, server)), name });
  }
  const all = await compare(kinds, sandboxes, bench.rounds(ROUNDS), ({ server, calls }, kind) =>
    bench.measure([server], calls[kind], AMOUNT),
  );
  await bench.stopServers();
  const rates = all.kinds.map((kind) => all.ratio("rate", kind, "now", "before"));
  const efforts = all.kinds.map((kind) => all.ratio("effort", kind, "before", "now"));
  return [
    { what: `requests per second ${store}`, ratios: rates },
    { what: `requests per second of processor time ${store}`, ratios: efforts },
  ];
}
