import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { headingAnchor } from "../../scripts/docs/markdown-files.ts";
import { assumptionId, groupAssumptions } from "../../src/contract/assumptions.ts";
import { type Cursor, isObject } from "../../src/contract/cursor.ts";
import { service as contract } from "../sandbox/contract-examples.ts";

const page = readFileSync("docs/assumptions.md", "utf8");
const groups = groupAssumptions(contract);
const assumptions = groups.flatMap((group) => group.assumptions);

function marksOf(contract: Cursor): Cursor[] {
  return [...contract.descendants()].filter(
    ({ value }) => isObject(value) && typeof value["x-inferred"] === "string",
  );
}

describe("the id of an assumption", () => {
  test("is unique, also among the headings of the page", () => {
    const ids = assumptions.map(({ id }) => id);
    const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
      headingAnchor(title),
    );
    expect([...ids, ...headings]).toEqual([...new Set([...ids, ...headings])]);
  });

  test("follows from the place", () => {
    const at = (...keys: string[]) => assumptionId(contract, contract.at(...keys));
    const pixKey = at("components", "schemas", "Withdrawal", "properties", "pixKey");
    expect(pixKey).toBe("withdrawal-pixkey");
    expect(at("components", "parameters", "PageAssumed", "schema")).toBe("parameter-pageassumed");
    expect(at("paths", "/payments", "get", "responses", "200")).toBe("payments-list-response-200");
    expect(assumptions.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        "payments-list-parameter-status",
        "payments-create-callback-statuschanged",
        "paymentstatus-creation-to-pending-pix",
      ]),
    );
    // Through a reference too.
    const status = at("components", "schemas", "Withdrawal", "properties", "status");
    expect(status).toBe("withdrawalstatus");
  });
});

describe("the page of assumptions", () => {
  test("shows each mark of the contract at its id, and none twice", () => {
    for (const mark of marksOf(contract)) {
      const [, shown = ""] = page.split(`<a id="${assumptionId(contract, mark)}"></a>`);
      expect(shown.split("\n")[0]).toContain(mark.at("x-inferred").value);
    }
    // Those of the sandbox are on the page too.
    const [, ofContract] = page.split(/<!-- \/?assumptions -->/);
    expect(ofContract?.match(/<a id="/g)?.length).toBe(assumptions.length);
  });

  test("links each assumption to the operations that it affects", () => {
    const [line] = page.match(/^- <a id="withdrawal-pixkey">.*$/m) ?? [];
    for (const name of ["list", "get"])
      expect(line).toContain(`[withdrawals.${name}](reference.md#withdrawals${name})`);
  });
});
