import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { assumptionId, groupAssumptions } from "../../scripts/docs/assumptions.ts";
import { headingAnchor } from "../../scripts/docs/markdown-files.ts";
import { Cursor, isObject, type JsonObject } from "../../src/contract/cursor.ts";

const document: JsonObject = JSON.parse(readFileSync("generated/openapi.json", "utf8"));
const contract = Cursor.root(document);
const page = readFileSync("docs/assumptions.md", "utf8");
const groups = groupAssumptions(contract);
const assumptions = groups.flatMap((group) => group.assumptions);

function marksOf(contract: Cursor): Cursor[] {
  return [...contract.descendants()].filter(
    ({ value }) => isObject(value) && typeof value["x-inferred"] === "string",
  );
}

/** The contract with every list and every object in reverse. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed).reverse();
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, reversed(each)]);
  return Object.fromEntries(entries.reverse());
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
    const schemas = contract.at("components", "schemas");
    const at = (...keys: string[]) => assumptionId(contract, contract.at(...keys));
    expect(assumptionId(contract, schemas.at("Withdrawal", "properties", "pixKey"))).toBe(
      "withdrawal-pixkey",
    );
    expect(at("components", "parameters", "PageAssumed", "schema")).toBe("parameter-pageassumed");
    expect(at("paths", "/payments", "get", "responses", "200")).toBe("payments-list-response-200");
    const ids = assumptions.map(({ id }) => id);
    expect(ids).toContain("payments-list-parameter-status");
    expect(ids).toContain("payments-create-callback-statuschanged");
    expect(ids).toContain("paymentstatus-creation-to-pending-pix");
  });

  test("does not depend on the order of the contract", () => {
    const other = Cursor.root(reversed(document) as JsonObject);
    const idsOf = (root: Cursor) => marksOf(root).map((mark) => assumptionId(root, mark));
    expect(idsOf(other).sort()).toEqual(idsOf(contract).sort());
  });

  test("is the same through a reference", () => {
    const field = contract.at("components", "schemas", "Withdrawal", "properties", "status");
    expect(field.reference).toBeDefined();
    expect(assumptionId(contract, field)).toBe("withdrawalstatus");
  });
});

describe("the page of assumptions", () => {
  test("shows each mark of the contract at its id, and none twice", () => {
    for (const mark of marksOf(contract)) {
      const [, shown = ""] = page.split(`<a id="${assumptionId(contract, mark)}"></a>`);
      expect(shown.split("\n")[0]).toContain(mark.at("x-inferred").value);
    }
    expect(page.match(/<a id="/g)?.length).toBe(assumptions.length);
  });

  test("names each place in words", () => {
    const names = assumptions.map(({ where }) => where);
    expect(names).toContain("payments.create: callback statusChanged");
    expect(names.filter((name) => /[/{}$]/.test(name))).toEqual([]);
  });

  test("links each assumption to the operations that it affects", () => {
    const [line] = page.match(/^- <a id="withdrawal-pixkey">.*$/m) ?? [];
    expect(line).toContain("[withdrawals.list](reference.md#withdrawalslist)");
    expect(line).toContain("[withdrawals.get](reference.md#withdrawalsget)");
  });
});
