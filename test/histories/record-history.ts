import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { seed } from "../nightly.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { TERMS } from "../stress/database-checks.ts";
import { CompanyClients, type Processes, type Shares } from "./clients.ts";
import { CompanyHistory, type RecordedCall } from "./recorded-calls.ts";

interface Plan {
  processes: Processes;
  companies: number;
  /** The clients of each company. */
  clients: number;
  shares?: Shares;
  /** What happens meanwhile. The clients end with it. */
  during: () => Promise<unknown>;
}

let histories = 0;

/** Records what clients ask and are told until something has happened, and then everything that is there. */
export async function recordHistory(plan: Plan): Promise<RecordedCall[]> {
  const { processes, companies, clients, shares, during } = plan;
  const epoch = performance.now();
  const history = histories++;
  const all: CompanyClients[] = [];
  const first = new Shop(processes()[0]?.url ?? "", { publicKey: "any", privateKey: "any" });
  for (let company = 1; company <= companies; company++) {
    const { data: keys } = await first.control.companies.create(TERMS);
    const options = { epoch, history, ...(shares && { shares }) };
    all.push(new CompanyClients(company, keys, processes, options));
  }
  await Promise.all(all.map((each) => each.prepare()));
  let isOver = false;
  const running = all.flatMap((each, company) =>
    Array.from({ length: clients }, (_, client) =>
      each.run(`client ${company * clients + client + 1}`, () => isOver),
    ),
  );
  await during();
  isOver = true;
  await Promise.all(running);
  await Promise.all(all.map((each) => each.readAll()));
  return all.flatMap(({ records }) => records);
}

/** What no serial order of the calls explains, of each company. */
export function contradictionsIn(records: readonly RecordedCall[]): string[] {
  const byCompany = Map.groupBy(records, ({ company }) => company);
  return [...byCompany.values()].flatMap((own) => new CompanyHistory(own).contradictions());
}

/** Keeps a history that nothing explains, one call in a line. Returns the path of its file. */
export function keepHistory(records: readonly RecordedCall[], name: string): string {
  const folder = join(import.meta.dirname, "../../dist/histories");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${seed.slice(0, 8)}-${name}.ndjson`);
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return file;
}
