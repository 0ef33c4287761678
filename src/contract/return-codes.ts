import { type Cursor, isString } from "./cursor.ts";

export type ReturnCode = {
  code: number;
  name: string;
  meaning: string;
  /** Our advice. The service's description gives none. */
  whatToDo: string;
  message: string;
  /** The operation that returns the code according to the service's description, if there is one. */
  statedFor: string | undefined;
  /** The operations that are assumed to return it too. Only the bundled contract has them. */
  assumedFor: string[];
  cursor: Cursor;
};

/**
 * The return codes of the contract: the values of the schema `ReturnCode`, each with the entries at the
 * same index of the schema's other lists. The message comes from the error example with the code.
 */
export function returnCodes(contract: Cursor): ReturnCode[] {
  const schema = contract.at("components", "schemas", "ReturnCode");
  const errors = contract
    .at("components", "examples")
    .members()
    .map((example) => example.at("value", "data"));
  return schema
    .at("x-extensible-enum")
    .members()
    .map((cursor, index) => {
      const code = Number(cursor.value);
      const statedFor = textAt(schema.at("x-stated-for", index));
      const operations = schema.at("x-operations", index).members();
      const example = errors.find((data) => data.at("returnCode").value === code);
      return {
        code,
        name: textAt(schema.at("x-enum-varnames", index)) ?? "",
        meaning: textAt(schema.at("x-enum-descriptions", index)) ?? "",
        whatToDo: textAt(schema.at("x-what-to-do", index)) ?? "",
        message: textAt(example?.at("message")) ?? "",
        statedFor,
        assumedFor: operations.map(({ value }) => String(value)).filter((id) => id !== statedFor),
        cursor,
      };
    });
}

function textAt(cursor: Cursor | undefined): string | undefined {
  return isString(cursor?.value) ? cursor.value : undefined;
}
