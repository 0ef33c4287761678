import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isObject } from "../../src/contract/cursor.ts";
import { examples, jsonContent, operations, responses } from "../../src/contract/operations.ts";
import { service } from "../sandbox/contract-examples.ts";

const PLAIN: Readonly<Record<string, string>> = {
  ...{ String: "string", Long: "number", Int: "number", Double: "number" },
  ...{ Boolean: "boolean", Bool: "boolean" },
};

/** Names of bodies and their examples. */
const bodies = operations(service).flatMap(({ cursor }) =>
  [cursor.at("requestBody"), ...responses({ cursor } as never).map((each) => each.cursor)]
    .map(jsonContent)
    .filter((content) => content.exists)
    .map((content) => ({
      name: content.at("schema").reference?.split("/").at(-1) ?? "",
      values: examples(content).map((each) => each.at("value").value),
    })),
);

describe.each(["kt", "swift"])("the classes in centavo.%s", (ending) => {
  const text = readFileSync(`generated/centavo.${ending}`, "utf8");
  const classes = new Map(
    [...text.matchAll(/^(?:data class|struct) (\w+).*\n([\s\S]*?)^[)}]/gm)].map(
      ([, name = "", body = ""]) => [
        name,
        [...body.matchAll(/va[lr] (\w+): ([\w[\]<>]+)(\?)?/g)].map(
          ([, field = "", type = "", optional]) => ({ field, type, optional: !!optional }),
        ),
      ],
    ),
  );

  /** Why a value is not of a type. */
  function problems(value: unknown, type: string, place: string): string[] {
    const [, item] = type.match(/^(?:List<|\[)(\w+)[>\]]$/) ?? [];
    if (item && Array.isArray(value)) return value.flatMap((each) => problems(each, item, place));
    if (PLAIN[type]) return typeof value === PLAIN[type] ? [] : [`${place}: no ${type}`];
    const fields = classes.get(type);
    if (!fields || !isObject(value)) return [`${place}: no ${type}`];
    return fields.flatMap(({ field, type: inner, optional }) => {
      const own = value[field] ?? undefined;
      if (own === undefined) return optional ? [] : [`${place}.${field} is missing`];
      return problems(own, inner, `${place}.${field}`);
    });
  }

  test("take each example of the contract", () => {
    expect(bodies.length).toBeGreaterThan(40);
    const found = bodies.flatMap(({ name, values }) =>
      values.flatMap((value) => problems(value, name, name)),
    );
    expect(found).toEqual([]);
  });

  test("have each field of the examples", () => {
    const known = new Set([...classes.values()].flat().map(({ field }) => field));
    const named = (value: unknown): string[] =>
      Object.entries(value ?? {}).flatMap(([key, each]) => [
        ...(Array.isArray(value) ? [] : [key]),
        ...(typeof each === "object" ? named(each) : []),
      ]);
    const missing = bodies.flatMap(({ values }) => named(values)).filter((key) => !known.has(key));
    expect(missing).toEqual([]);
  });
});
