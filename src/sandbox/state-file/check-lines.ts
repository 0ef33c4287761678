import type { ErrorObject } from "ajv";
import type { PaymentSplit } from "../../../generated/types.ts";
import { groupBy } from "../../group-by.ts";
import { UNCONSTRAINED } from "../contract-facts/drop-unknown-fields.ts";
import { isBankAccountId } from "../domain/bank-account-id.ts";
import { bookedEvents, isPossible } from "../domain/expected-postings.ts";
import { assertBalanced } from "../domain/ledger-balances.ts";
import type { Job, Kind } from "../store/records.ts";
import type { Collection, CopiedData, Posting } from "../store/store.ts";
import type { Validators } from "../validation/compile-validators.ts";
import { describeValidationErrors } from "../validation/validation-messages.ts";
import { damaged, type NumberedLine } from "./state-file.ts";

/** @throws {StateFileError} that names the field, if no sandbox can have written the line. */
export function assertPossible({ number, line }: NumberedLine, validators: Validators): void {
  const { type, value } = line;
  const validate = validators(type);
  if (!validate?.(value)) throw damaged(number, problemIn(validate?.errors ?? []));
  const { id, resource } = value as { id?: string; resource?: { id?: unknown; eventId?: unknown } };
  if (resource && `${resource.id ?? resource.eventId}` !== id)
    throw damaged(number, "id must be that of its resource");
  if (type === "payments" && total(value.resource.splits) > value.resource.amount)
    throw damaged(number, "resource.splits must not exceed the amount");
  if (type === "withdrawals" && value.resource.liquidAmount > value.resource.amount)
    throw damaged(number, "resource.liquidAmount must not exceed the amount");
  if ("privateKey" in line && !/^\S{1,200}$/.test(`${line.privateKey}`))
    throw damaged(number, "privateKey must be a key");
}

function total(splits: readonly PaymentSplit[]): number {
  return splits.reduce((sum, { liquidAmount }) => sum + liquidAmount, 0);
}

/** The most specific problem: of a choice, Ajv names also what the other alternatives would need. */
function problemIn(errors: readonly ErrorObject[]): string {
  const depthOf = ({ instancePath }: ErrorObject) => instancePath.split("/").length;
  const isChoice = ({ keyword }: ErrorObject) => ["oneOf", "anyOf"].includes(keyword);
  const [first] = errors.toSorted(
    (one, other) =>
      Number(isChoice(one)) - Number(isChoice(other)) || depthOf(other) - depthOf(one),
  );
  const described = describeValidationErrors(first ? [first] : [], UNCONSTRAINED, "its value");
  return described.join();
}

/** @throws {StateFileError} if a record comes twice, or has an id that another would get. */
export async function assertOnce(
  lines: readonly NumberedLine[],
  collection: Collection<Kind>,
): Promise<void> {
  const ids = lines.map(({ line }) => (line.value as { id: string }).id);
  const before = new Set((await collection.getAll(ids)).map(({ id }) => id));
  const next = await collection.nextNumber();
  for (const [index, { number, line }] of lines.entries()) {
    const id = ids[index] as string;
    if (before.has(id)) throw damaged(number, "id must not be in the file twice");
    before.add(id);
    if (line.type === "bankAccounts" && !isBankAccountId(id, next + index))
      throw damaged(number, "id must be the next one");
  }
}

/** @throws {StateFileError} if a job is about no record of the file. */
export async function assertKnown(lines: readonly NumberedLine[], data: CopiedData): Promise<void> {
  const subjects = lines.map(({ line }) => subjectOf(line.value as Job));
  const known = new Set<string>([""]);
  for (const kind of ["payments", "subscriptions"] as const)
    for (const { id } of await data[kind].getAll(subjects)) known.add(id);
  for (const [index, { number }] of lines.entries())
    if (!known.has(subjects[index] as string)) throw damaged(number, UNKNOWN);
}

const UNKNOWN = "it must be about a record in a line before it";

/** The id of the record that a job is about. Empty if it is about none. */
function subjectOf(job: Job): string {
  if ("owner" in job) return "";
  return "paymentId" in job ? job.paymentId : job.subscriptionId;
}

function assertZero({ event, entries }: Posting, number: number): void {
  try {
    assertBalanced(event, entries);
  } catch (error) {
    throw damaged(number, (error as Error).message.replace(/\.$/, ""));
  }
}

/** @throws {StateFileError} if a posting is not one that its payment or withdrawal can have got, or comes twice. */
export async function assertPostings(
  lines: readonly NumberedLine[],
  data: CopiedData,
): Promise<void> {
  const postings = lines.map(({ line }) => line.value as Posting);
  const subjects = postings.map(({ subject }) => subject);
  const payments = await data.payments.getAll(subjects);
  const withdrawals = await data.withdrawals.getAll(subjects);
  const records = new Map([...payments, ...withdrawals].map((each) => [each.id, each]));
  const posted = groupBy(await data.ledger.postingsOf(subjects), ({ subject }) => subject);
  for (const [index, posting] of postings.entries()) {
    const { number } = lines[index] as NumberedLine;
    const { subject, event, entries } = posting;
    const record = records.get(subject);
    if (!record) throw damaged(number, UNKNOWN);
    const before = posted.get(subject) ?? [];
    if (before.some((each) => each.event === event))
      throw damaged(number, "event must not be in the file twice");
    const earlier = before.flatMap((each) => each.entries);
    if (!bookedEvents(record).includes(event) || !isPossible(event, entries, record, earlier))
      throw damaged(number, "entries must be those of its record");
    assertZero(posting, number);
    posted.set(subject, [...before, posting]);
  }
}
