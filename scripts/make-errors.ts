import { type JsonObject, Place } from "../src/contract/place.ts";
import { returnCodes } from "../src/contract/return-codes.ts";
import { comment } from "./typescript.ts";

/** The return codes by name, for code that decides by them. */
export function makeErrors(contract: JsonObject): string {
  const entries = returnCodes(Place.root(contract)).map(
    ({ code, name, meaning, message }) =>
      `${comment([meaning])}${name}: { code: ${code}, message: ${JSON.stringify(message)} },`,
  );
  return `/** The return codes that the service is known to give; others exist. */
export const returnCodes = {
${entries.join("\n")}
} as const;

/** The name of a known return code. */
export type ReturnCodeName = keyof typeof returnCodes;
`;
}
