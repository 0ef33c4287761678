import { type Cursor, isString } from "./cursor.ts";

export type ReturnCode = {
  code: number;
  name: string;
  meaning: string;
  message: string;
  /** The one operation that is described as answering it, where one is. */
  statedFor: string | undefined;
  /** The others that are assumed to; known in the bundled contract only. */
  assumedFor: string[];
  cursor: Cursor;
};

/**
 * The return codes that the contract knows: the open set of the schema `ReturnCode`, with what its
 * lists say of each code at the same place. The message is that of the error which shows the code.
 */
export function returnCodes(contract: Cursor): ReturnCode[] {
  const schema = contract.at("components", "schemas", "ReturnCode");
  const shown = contract
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
      const example = shown.find((data) => data.at("returnCode").value === code);
      return {
        code,
        name: textAt(schema.at("x-enum-varnames", index)) ?? "",
        meaning: textAt(schema.at("x-enum-descriptions", index)) ?? "",
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
