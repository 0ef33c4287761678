import type { Answer } from "../../client/call-operation.ts";
import { escapeControls } from "../../client/escape-controls.ts";
import { isObject } from "../../contract/cursor.ts";
import type { ResponseFacts } from "../../contract/operation-facts.ts";
import type { Kinds } from "../../contract/value-schema.ts";
import { inBrazil } from "../../sandbox/domain/calendar.ts";
import { formatMoney } from "../../text/format-money.ts";
import { colorsFor } from "../colors.ts";
import type { Environment } from "../define-command.ts";

/** The cells of an item, or of a field: its path, its text, and whether it is an amount. */
interface Cell {
  path: string;
  text: string;
  isAmount: boolean;
}

/** What an operation returned, for people: a table of a list, or a line for each field. */
export function describeAnswer(
  { data, message, meta }: Answer,
  operation: Pick<ResponseFacts, "returns" | "columns">,
  { utc = false, hasShortIds = false }: { utc?: boolean; hasShortIds?: boolean },
  env: Environment,
): string[] {
  const cellsOf = (value: unknown) => cells(value, "", "", { kinds: operation.returns, utc });
  const color = colorsFor(env);
  if (!Array.isArray(data)) {
    const fields = cellsOf(data);
    if (fields.length === 0) return [escapeControls(`${message ?? "done"}`)];
    const width = Math.max(...fields.map(({ path }) => path.length)) + 1;
    return fields.map(({ path, text }) => color(`${`${path}:`.padEnd(width)} ${text}`));
  }
  if (data.length === 0) return ["none"];
  const width = widthOf(env);
  const isShort = hasShortIds && width !== Infinity;
  const lines = table(data.map(cellsOf), operation.columns, width, isShort).map(color);
  return meta && meta.total > data.length ? [...lines, `${data.length} of ${meta.total}`] : lines;
}

type Facts = { kinds: Kinds; utc: boolean };

/** The values within a value. The kinds have the path of an array for its items. */
function cells(value: unknown, path: string, place: string, facts: Facts): Cell[] {
  const isNested =
    isObject(value) || (Array.isArray(value) && value.some((item) => isObject(item)));
  if (!isNested) return value === undefined ? [] : [cellOf(value, path, place, facts)];
  return Object.entries(value as object).flatMap(([name, field]) =>
    cells(
      field,
      path === "" ? name : `${path}.${name}`,
      Array.isArray(value) ? place : place === "" ? name : `${place}.${name}`,
      facts,
    ),
  );
}

function cellOf(value: unknown, path: string, place: string, { kinds, utc }: Facts): Cell {
  const kind = kinds[place];
  const isAmount = kind === "money" && typeof value === "number";
  const plain = [value].flat().join(", ") || "-";
  const shown = isAmount ? formatMoney(value) : kind === "time" && !utc ? inBrazil(plain) : plain;
  return { path: escapeControls(path), text: escapeControls(shown), isAmount };
}

/** A terminal shows as many columns as fit. Elsewhere, all are there. */
function widthOf({ COLUMNS }: Environment): number {
  return Number(COLUMNS) || process.stdout.columns || Infinity;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** The columns are those that the contract names, behind the id, or else all values that are in no other. */
function table(
  items: Cell[][],
  columns: readonly string[] | undefined,
  width: number,
  isShort: boolean,
): string[] {
  const paths = items.flatMap((item) => item.map(({ path }) => path));
  const ids = paths.filter((path) => columns && /^(id|eventId|\w+Id)$/.test(path)).slice(0, 1);
  const names = [
    ...new Set(columns ? [...ids, ...columns] : paths.filter((path) => !path.includes("."))),
  ];
  const texts = names.map((name) => {
    const found = items.map((item) => item.find(({ path }) => path === name));
    const own = [name, ...found.map((cell) => cell?.text ?? "-")];
    const shown = own.map((text) => (isShort && UUID.test(text) ? `…${text.slice(-8)}` : text));
    const widest = Math.max(...shown.map((text) => text.length));
    const isAmount = found.some((cell) => cell?.isAmount);
    return shown.map((text) => (isAmount ? text.padStart(widest) : text.padEnd(widest)));
  });
  const line = (index: number) => texts.map((column) => column[index] ?? "");
  return [...Array(items.length + 1).keys()].map((index) => fitting(line(index), width));
}

/** The cells of a line that fit. All cells of a column are of one width, so that all lines have the same ones. */
function fitting(texts: readonly string[], width: number): string {
  let line = texts[0] ?? "";
  for (const text of texts.slice(1)) {
    if (line.length + text.length + 2 > width) break;
    line += `  ${text}`;
  }
  return line.trimEnd();
}
