import { expect, test } from "vitest";
import { assumptionList } from "../../scripts/docs/from-contract/contract-tables.ts";
import { readAssumptionChecks } from "../../src/contract/read-bundled-contract.ts";
import { service } from "../sandbox/contract-examples.ts";

test("the list of assumptions shows how each is checked", () => {
  const list = assumptionList(service, readAssumptionChecks());
  expect(list).toContain("the pair yields the token. *Only `--write` shows it.* Affects");
  expect(list).toContain("*A read shows it.*");
  expect(list).toContain("*Only recorded traffic shows it.*");
  expect(list).toContain("*Nobody can observe it: it takes an account");
});
