import type { BenchEnvironment } from "./bench-environment.ts";
import { number, type Section, times } from "./report-section.ts";
import type { Measured } from "./shared-sandbox.ts";
import { medianRatio, race } from "./stats.ts";
import { allKinds, kinds, prepare } from "./store-growth.ts";

/** More than elsewhere, since a small loss matters here. */
const ROUNDS = 15;
const PAYMENTS = 10_000;
const AMOUNT = { count: 1000 };
/** The least speed of each request, as a share of that of the commit before. */
const LEAST = 0.9;

const WITHOUT_PREVIOUS: Section = {
  title: "The commit before",
  text: ["It was not measured: name a folder with its build in `--previous`."],
  tables: [],
  goals: [],
};

/** The speeds by what they say, as ratios of each kind of request. */
type Ratios = Record<string, number[]>;

/** Measures whether the sandbox has become slower than that of another commit. */
export async function previous(bench: BenchEnvironment): Promise<Section> {
  if (!bench.previous) return WITHOUT_PREVIOUS;
  const all = {
    ...(await ratios(bench, bench.previous, "in memory", () => [])),
    ...(await ratios(bench, bench.previous, "with --db", () => ["--db", bench.file("db")])),
  };
  return {
    ...WITHOUT_PREVIOUS,
    text: [
      `The speed of requests to the sandbox with ${number(PAYMENTS)} payments, as a multiple of the speed at the commit before. Each figure is the median of the ratios of ${ROUNDS} rounds, in which the two take turns. Other programs disturb the requests per second of processor time less than those per second, but the former do not show that a request waits.`,
    ],
    tables: [
      {
        head: ["", ...Object.values(kinds)],
        rows: Object.entries(all).map(([what, each]) => [what, ...each.map(times)]),
      },
    ],
    goals: Object.entries(all).map(([what, each]) => {
      const least = Math.min(...each);
      const kind = allKinds[each.indexOf(least)] as keyof typeof kinds;
      return {
        goal: `${what}: each at least ${times(LEAST)} those of the commit before`,
        measured: `at least ${times(least)} (${kinds[kind]})`,
        isMet: least >= LEAST,
      };
    }),
  };
}

async function ratios(
  bench: BenchEnvironment,
  folder: string,
  store: string,
  flags: () => string[],
): Promise<Ratios> {
  const size = bench.payments(PAYMENTS);
  const servers = {
    now: await bench.sandbox("--quiet", ...flags()),
    before: await bench.previousSandbox(folder, "--quiet", ...flags()),
  };
  const sandboxes = [];
  for (const [name, server] of Object.entries(servers)) {
    // Over HTTP, since an older sandbox may not know the tables that this one would create.
    await bench.fill(server, size);
    sandboxes.push({ ...(await prepare(bench, size, server)), name });
  }
  const found: [rate: number[], effort: number[]] = [[], []];
  for (const kind of allKinds) {
    const measured = await race(
      sandboxes,
      bench.rounds(ROUNDS),
      async ({ server, calls }): Promise<Measured> => {
        const before = server.processorTime();
        const rate = await bench.load.run(server.port, calls[kind], AMOUNT);
        return { rate, effort: (server.processorTime() - before) / AMOUNT.count };
      },
    );
    const of = (name: string, what: keyof Measured) =>
      (measured.get(name) ?? []).map((each) => each[what]);
    found[0].push(medianRatio(of("now", "rate"), of("before", "rate")));
    found[1].push(medianRatio(of("before", "effort"), of("now", "effort")));
  }
  await bench.stopServers();
  return {
    [`requests per second ${store}`]: found[0],
    [`requests per second of processor time ${store}`]: found[1],
  };
}
