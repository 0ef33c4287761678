// Takes the results of the tests since dist/faults.ndjson was deleted, e.g. of a night, into the docs: run
// `npm run generate` afterwards.
import { readFileSync, writeFileSync } from "node:fs";
import { FAULT_RESULTS, readFaultResults, withResults } from "./fault-table.ts";

const updated = withResults(readFaultResults(), readFileSync("dist/faults.ndjson", "utf8"));
writeFileSync(FAULT_RESULTS, `${JSON.stringify(updated, null, 2)}\n`);
