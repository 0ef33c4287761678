import type { Control } from "../../../generated/sandbox-control-client.ts";
import { isResourceType, resourceTypeOf } from "../../contract/resource-types.ts";
import { CommandError, type FlagValues } from "../define-command.ts";
import type { ServiceConnection } from "../sandbox-connection.ts";
import type { OperationRow } from "./operation-table.ts";

/** Whether a list may show the ends of its ids: whoever copies one can use it. */
export function hasShortIds({ operation }: OperationRow, { control }: ServiceConnection): boolean {
  return control !== undefined && resourceTypeOf(operation.id) !== undefined;
}

/** The end of an id. A whole id has 36 characters. */
const END = /^[\da-f-]{4,35}$/i;

/** The values of flags, with whole ids in the place of their ends. Only a sandbox has a search for them. */
export async function findIds(
  { flags }: OperationRow,
  values: FlagValues,
  { control }: ServiceConnection,
): Promise<FlagValues> {
  if (!control) return values;
  const found: FlagValues = {};
  for (const { name, kind } of flags) {
    const given = values[name];
    if (isResourceType(kind) && given) found[name] = await wholeId(control, `${given}`, kind);
  }
  return { ...values, ...found };
}

/**
 * The id that a text is, or is the end of, of a type or of any.
 * @throws {CommandError} if none or several of the latest ids end so.
 */
export async function wholeId(control: Control, given: string, type?: string): Promise<string> {
  // Lists show an ellipsis before the end.
  const text = given.replace(/^…/, "");
  if (/^[\da-f-]{1,3}$/i.test(text) && type !== "bankAccount")
    throw new CommandError(
      `${text} is too short for the end of an id; give at least four characters`,
    );
  if (!END.test(text)) return text;
  const end = text.toLowerCase();
  const { data } = await control.search.find({ q: `…${end}`, limit: 50 });
  const [found, another] = data.filter(
    (each) => each.id.endsWith(end) && (type === undefined || each.type === type),
  );
  if (found && !another) return found.id;
  throw new CommandError(
    found
      ? `several ids end with ${end}; give more of it`
      : `no id of the latest 1,000 ends with ${end}`,
  );
}
