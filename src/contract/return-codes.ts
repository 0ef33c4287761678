import { type Cursor, textAt } from "./cursor.ts";

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
      const entry = (list: string) => textAt(schema.at(list), index);
      const statedFor = entry("x-stated-for") || undefined;
      const operations = schema.at("x-operations", index).members();
      const example = errors.find((data) => data.at("returnCode").value === code);
      return {
        code,
        name: entry("x-enum-varnames"),
        meaning: entry("x-enum-descriptions"),
        whatToDo: entry("x-what-to-do"),
        message: example ? textAt(example, "message") : "",
        statedFor,
        assumedFor: operations.map(({ value }) => String(value)).filter((id) => id !== statedFor),
        cursor,
      };
    });
}
