import { expect, test } from "vitest";
import { isNightly, seed } from "../../nightly.ts";
import { Chance } from "../../stress/seeded-random.ts";
import { fetch, START, startSandbox } from "../company-fixture.ts";
import { type Company, everythingOf, furnishedCompany, newCompany } from "./furnished-company.ts";
import { sealed } from "./state-file-lines.ts";

const STATE = "/_sandbox/state";
/** On each engine: three times as many in all. */
const MUTATIONS = Number(process.env.MUTATIONS ?? (isNightly ? 1000 : 100));

/** What somebody would try in the place of any value. */
const hostile: readonly unknown[] = [
  ...[null, true, "", [], {}, [[]], -1, 0, 0.5, 2 ** 53, -(2 ** 52), 1e15, 1e300, 30_000_000],
  ...["x", "9".repeat(20_000), "\u0000", "2026-13-45", "0001-01-01T00:00:00.000Z", "9999-12-31"],
  ...["PAID", "CANCELED", "00000000-0000-4000-8000-000000000000", { toString: 1 }],
];

/** The text of a value that is deeper than anything that recurs could follow. */
const DEEP = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;

type Place = { holder: Record<string, unknown>; name: string };

/** All fields within a value. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesIn(holder[name])]);
}

/** Changes one line, or the order of lines, as somebody would who can compute the trailer. */
function mutated(lines: readonly string[], chance: Chance): string[] {
  const index = chance.between(1, lines.length - 1);
  const line = lines[index] as string;
  const way = chance.below(20);
  if (way === 0) return lines.toSpliced(index, 1);
  if (way === 1) return lines.toSpliced(index, 0, line);
  if (way === 2)
    return lines.toSpliced(index, 1).toSpliced(chance.between(1, lines.length - 2), 0, line);
  const parsed = JSON.parse(line);
  const { holder, name } = chance.pick(placesIn(parsed.value));
  const before = holder[name];
  if (way === 3) delete holder[name];
  else if (way === 4) holder.unknown = before;
  else if (way === 5) holder[name] = "DEEP";
  else if (way < 9 && typeof before === "number")
    holder[name] = before * chance.pick([-1, 2, 1000, 1e9]);
  else if (way < 14) {
    const other = JSON.parse(chance.pick(lines.slice(1)));
    holder[name] = chance.pick(placesIn(other.value).map((each) => each.holder[each.name]));
  } else holder[name] = chance.pick(hostile);
  return lines.with(index, JSON.stringify(parsed).replace('"DEEP"', DEEP));
}

test("a file that was changed by hand is refused, or becomes a company that works", {
  timeout: 30 * 60_000,
}, async () => {
  const origin = await startSandbox({ clock: START });
  const source = await furnishedCompany(origin, "Ana");
  const authorization = `Bearer ${source.token}`;
  const response = await fetch(origin.url + STATE, { headers: { authorization } });
  const file = await response.text();
  const lines = file.trimEnd().split("\n").slice(0, -1);
  const [id = ""] = /(?<="company","value":\{"id":")[^"]*/.exec(file) ?? [];
  await origin.close();
  const target = await startSandbox({ clock: START });

  const outcomes = { accepted: 0, refused: 0 };
  const { FIRST = "0" } = process.env;
  for (let number = Number(FIRST); number < MUTATIONS; number++) {
    const changed = mutated(lines, new Chance("state", number));
    const content = sealed(changed);
    const { shop, token } = await newCompany(target);
    const own = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sub;
    const files = source.files.map((path) => path.replace(id, own));
    const company: Company = { ...source, shop, token, files };
    const headers = { authorization: `Bearer ${token}` };
    const imported = (body: string, replace = false) =>
      fetch(`${shop.url}${STATE}?replace=${replace}`, { method: "PUT", headers, body });
    const answer = await imported(content);
    const text = await answer.text();
    const line = changed.find((each) => !lines.includes(each)) ?? "the order of lines";
    const shown = `SEED=${seed} FIRST=${number}: ${line.slice(0, 2000)}\n${text}`;
    if (answer.status === 400) {
      outcomes.refused += 1;
      expect(text, shown).toMatch(/line \d+: /);
      expect((await shop.centavo.payments.list()).meta.total, shown).toBe(0);
      continue;
    }
    outcomes.accepted += 1;
    expect(answer.status, shown).toBe(200);
    const assertWorks = async () => {
      const failed = (await everythingOf(company)).filter((each) =>
        / 5\d\d /.test(each.slice(0, 200)),
      );
      expect(failed, shown).toEqual([]);
      const accounts = (await shop.control.ledger.listAccounts()).data;
      const sums = accounts.map(({ balance, scheduled }) => balance + scheduled);
      expect(sums.every(Number.isSafeInteger), shown).toBe(true);
      expect(
        sums.reduce((sum, each) => sum + each, 0),
        shown,
      ).toBe(0);
      const again = await (await fetch(shop.url + STATE, { headers })).text();
      const second = await imported(again, true);
      expect(second.status, `${shown}\n${await second.text()}`).toBe(200);
    };
    await assertWorks();
    await shop.control.clock.advance({ days: 365 });
    await assertWorks();
  }
  expect(outcomes.accepted).toBeGreaterThan(MUTATIONS / 20);
  expect(outcomes.refused).toBeGreaterThan(MUTATIONS / 3);
  await target.close();
});
