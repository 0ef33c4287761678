import { CommandError, type FlagValues } from "../command.ts";
import type { ServiceConnection } from "../sandbox-connection.ts";
import { callWithClient } from "./call-operation.ts";
import {
  type Contracts,
  type OperationFlag,
  type OperationRow,
  operationRow,
} from "./operation-table.ts";

const UUID_LENGTH = 36;
/** Of how many of the latest resources the ends of ids are compared: the largest page. */
export const SEARCHED = 100;

/** The end of an id as lists show it, perhaps behind an ellipsis. */
const END = /^…?([\da-f-]{4,36})$/i;

/** The values of flags, with whole ids in the place of their ends. */
export async function findIds(
  { flags }: OperationRow,
  values: FlagValues,
  contracts: Contracts,
  connection: ServiceConnection,
): Promise<FlagValues> {
  const found: FlagValues = {};
  // What belongs to a subaccount is listed in its context, so that comes first.
  for (const { name, listed } of flags.toSorted((one, other) => rank(one) - rank(other))) {
    const end = listed && endOf(values[name]);
    if (!end) continue;
    const ids = await latestIds(listed, { ...values, ...found }, contracts, connection);
    found[name] = theOnlyId(ids, end, listed.by);
  }
  return { ...values, ...found };
}

function rank(flag: OperationFlag): number {
  return flag.in === "header" ? 0 : 1;
}

/** The end of an id that a text is, if it is one and not a whole id. */
export function endOf(given: unknown): string | undefined {
  const [, end = ""] = END.exec(`${given}`) ?? [];
  return end === "" || end.length === UUID_LENGTH ? undefined : end.toLowerCase();
}

/** @throws {CommandError} if none or several of the ids end so. */
export function theOnlyId(ids: readonly string[], end: string, list: string): string {
  const [id, another] = ids.filter((each) => each.endsWith(end));
  if (id !== undefined && another === undefined) return id;
  throw new CommandError(
    id === undefined
      ? `none of the latest ${SEARCHED} ids ends with ${end}; centavo ${list} lists them`
      : `several ids end with ${end}; give more of it`,
  );
}

async function latestIds(
  { by, as }: NonNullable<OperationFlag["listed"]>,
  values: FlagValues,
  contracts: Contracts,
  connection: ServiceConnection,
): Promise<string[]> {
  const list = operationRow(by, contracts);
  const query = list.flags.some(({ name }) => name === "limit") ? { limit: SEARCHED } : {};
  const headers = list.flags
    .filter((flag) => flag.in === "header" && values[flag.name] !== undefined)
    .map(({ name, path }) => [path.join(), `${values[name]}`]);
  const request = { query, headers: Object.fromEntries(headers) };
  const { answer } = await callWithClient(list, request, connection);
  return (answer.data as Record<string, unknown>[]).map((each) => `${each[as]}`);
}
