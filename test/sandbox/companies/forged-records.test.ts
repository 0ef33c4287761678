import { expect, test } from "vitest";
import { fetch, openSandbox, type Shop } from "../company-fixture.ts";
import { exportedLines, sealed } from "./state-file-lines.ts";

type Line = { type: string; value: Record<string, never> };
/** Changes the lines of a file, of which it finds the first of a type. */
type Forge = (find: (type: string) => Line["value"] | undefined, lines: Line[]) => unknown;

const HUGE = 2 ** 52 - 1;

/** A company that has been paid, has withdrawn, and waits for a Pix, a billet and a card. */
async function furnished(): Promise<{ shop: Shop; lines: Line[] }> {
  const shop = await openSandbox();
  const seller = await shop.subaccount();
  const quiet = { billingData: { postbackUrl: undefined } };
  const splits = [{ subaccountId: seller, splitPercentage: 10 }];
  await shop.pay("billet", quiet);
  await shop.pay("pix", quiet);
  await shop.pay("card", { ...quiet, splits });
  await shop.decide((await shop.pay("pix", { ...quiet, splits })).id, "PAID");
  const { id } = await shop.withdraw();
  await shop.control.withdrawals.setStatus(id, { status: "FAILED" });
  return { shop, lines: (await exportedLines(shop)).map((line) => JSON.parse(line)) };
}

const withEvent = (lines: Line[], event: string) =>
  lines.find(({ value }) => value?.event === event) as Line & { value: { entries: object[] } };

const withMethod = (
  lines: Line[],
  method: string,
  status: string,
): { id: string; resource: never } =>
  lines.find(({ value }) => {
    const { paymentMethod, status: own } = (value?.resource ?? {}) as Record<string, unknown>;
    return paymentMethod === method && own === status;
  })?.value as never;

const day = "2026-03-02";
const entry = (account: string, amount: number, on = day) => ({ account, owner: "", amount, on });

const forgeries: Record<string, Forge> = {
  "a sale of a payment that nobody has paid": (_, lines) => {
    const sale = structuredClone(withEvent(lines, "sale"));
    Object.assign(sale.value, { subject: withMethod(lines, "pix", "PENDING").id });
    lines.push(sale);
  },
  "money from nowhere in a sale": (_, lines) =>
    withEvent(lines, "sale").value.entries.push(entry("banks", -HUGE), entry("available", HUGE)),
  "a sum that floating point loses": (_, lines) =>
    withEvent(lines, "sale").value.entries.push(
      ...Array(16).fill(entry("available", 2 ** 51)),
      entry("available", 999),
      ...Array(16).fill(entry("available", -(2 ** 51))),
    ),
  "an entry twice": (_, lines) => {
    const { entries } = withEvent(lines, "sale").value;
    entries.push(...entries.map((each) => ({ ...each, amount: 0 })));
  },
  "a withdrawal of more than was booked": (find) =>
    Object.assign(find("withdrawals")?.resource as never, { amount: HUGE, liquidAmount: HUGE }),
  "a withdrawal that no posting has debited": (_, lines) =>
    lines.splice(lines.indexOf(withEvent(lines, "withdrawal")), 1),
  "a paid payment without its sale": (_, lines) =>
    lines.splice(lines.indexOf(withEvent(lines, "sale")), 1),
  "more splits than a request may have": (_, lines) => {
    const { resource } = withMethod(lines, "card", "SUCCEEDED");
    const { splits } = resource as { splits: object[] };
    splits.push(...Array(1000).fill(splits[0]));
  },
  "splits above the amount": (_, lines) => {
    const { resource } = withMethod(lines, "card", "SUCCEEDED");
    const [split] = (resource as { splits: { liquidAmount: number }[] }).splits;
    Object.assign(split as object, { liquidAmount: 9_999_999_999 });
  },
  "a withdrawal of nothing that is worth something": (find, lines) => {
    Object.assign(find("withdrawals")?.resource as never, { amount: 0, liquidAmount: HUGE });
    for (const event of ["withdrawal", "return"])
      lines.splice(lines.indexOf(withEvent(lines, event)), 1);
  },
  "a record larger than any of a sandbox": (find) =>
    Object.assign(
      find("payments")?.resource as never,
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index, "a".repeat(59_000)])),
    ),
  "a percentage that is none": (_, lines) => {
    const { resource } = withMethod(lines, "billet", "PENDING");
    Object.assign((resource as { billetDetails: object }).billetDetails, {
      lateFeePercentage: "x",
    });
  },
  "interest below zero": (_, lines) => {
    const { resource } = withMethod(lines, "billet", "PENDING");
    Object.assign((resource as { billetDetails: object }).billetDetails, { interestAmount: -1e9 });
  },
  "a clock before the first year": (find) =>
    Object.assign(find("company") as never, { clock: { ahead: -253_402_300_800_000 } }),
  "a clock after the last year": (find) =>
    Object.assign(find("company") as never, { clock: { startedAt: 0, now: 253_402_300_799_999 } }),
  "a job before the first year": (find) => Object.assign(find("job") as never, { dueAt: -1 }),
  "a text that no request may have": (_, lines) => {
    const { resource } = withMethod(lines, "billet", "PENDING");
    Object.assign((resource as { buyerDetails: object }).buyerDetails, {
      lastName: "a".repeat(70_000),
    });
  },
  "a field beside the value": (_, lines) => Object.assign(lines[2] as never, { other: 1 }),
  "a damaged company in the file of one": (_, lines) =>
    lines.push({ type: "damaged", value: { id: "00000000-0000-4000-8000-000000000000" } as never }),
  "an id in another form": (find) => {
    const company = find("company");
    Object.assign(company as never, { id: `urn:uuid:${company?.id}` });
  },
};

test.each(Object.entries(forgeries))(
  "%s is refused, though the trailer is right",
  async (_, forge) => {
    const { shop, lines } = await furnished();
    const find = (type: string) => lines.find((line) => line.type === type)?.value;
    const headers = { authorization: `Bearer ${await shop.token()}` };
    const imported = async () => {
      const body = sealed(lines.map((line) => JSON.stringify(line)));
      const request = { method: "PUT", headers, body };
      const response = await fetch(`${shop.url}/_sandbox/state?replace=true`, request);
      return `${response.status} ${await response.text()}`;
    };
    expect(await imported()).toMatch(/^200 /);
    forge(find, lines);
    expect(await imported()).toMatch(/^400 .*line \d+: /);
  },
);
