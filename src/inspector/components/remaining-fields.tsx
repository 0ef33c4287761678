import { isObject } from "../../contract/cursor.ts";
import { formOf, pathTo } from "../contract.ts";
import { FieldValue } from "./values.tsx";

interface OthersProps {
  /** What the control API returned. */
  of: unknown;
  operation: string;
  /** The paths of the fields that the screen shows or leaves out. */
  shown: readonly string[];
}

/** The fields that a screen does not arrange: those that the contract gets later are shown, too. */
export function Others({ of, operation, shown }: OthersProps) {
  const others = without(shown, of, "");
  if (others === undefined) return null;
  return <FieldValue value={others} kinds={formOf("control", operation).returns} path="" />;
}

/** The parts of a value that are not at one of the paths. Undefined if there are none. */
function without(shown: readonly string[], value: unknown, path: string): unknown {
  if (shown.includes(path)) return undefined;
  if (Array.isArray(value)) {
    const items = value
      .map((item) => without(shown, item, path))
      .filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (!isObject(value)) return value === null && hasParts(shown, path) ? undefined : value;
  const fields = Object.entries(value)
    .map(([name, field]) => [name, without(shown, field, pathTo(name, path))] as const)
    .filter(([, field]) => field !== undefined);
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** Whether a screen shows parts of what is at the path. */
function hasParts(shown: readonly string[], path: string): boolean {
  return shown.some((each) => each.startsWith(`${path}.`));
}
