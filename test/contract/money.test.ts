import { expect, test } from "vitest";
import { type Cursor, textAt } from "../../src/contract/cursor.ts";
import { control, service } from "../sandbox/contract-examples.ts";

/** The fields and parameters of money in a contract. */
function amountsIn(contract: Cursor): Cursor[] {
  return [...contract.descendants()].filter(
    (each) =>
      (each.path.at(-2) === "properties" || each.at("in").exists) &&
      [each, each.at("schema")].some((schema) => schema.at("x-unit").value === "centavos"),
  );
}

test("every amount says that it is in centavos", () => {
  const amounts = [service, control].flatMap(amountsIn);
  const silent = amounts.filter((each) => !textAt(each, "description").includes("centavos"));
  expect(amounts.length).toBeGreaterThan(50);
  expect(silent.map(({ pointer }) => pointer)).toEqual([]);
});

test("no text says that amounts are in reais", () => {
  const texts = [service, control].flatMap((contract) => [...contract.descendants()]);
  const wrong = texts.filter(({ value }) =>
    /amounts? (is|are)? ?in (Brazilian )?(reais|BRL)/i.test(`${value}`),
  );
  expect(wrong.map(({ pointer }) => pointer)).toEqual([]);
});
