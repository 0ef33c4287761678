import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import { returnCodes } from "../../src/contract/return-codes.ts";
import { comment } from "./format-typescript.ts";

/** The return codes by name, and their messages. */
export function makeErrors(contract: JsonObject): string {
  const known = returnCodes(Cursor.root(contract));
  const codes = known.map(({ code, name, meaning }) => `${comment([meaning])}${name}: ${code},`);
  const messages = known.map(({ name, message }) => `${name}: ${JSON.stringify(message)},`);
  return `/** The known return codes of the service, by name. The service may return others. */
export const returnCodes = {
${codes.join("\n")}
} as const;

/** The name of a known return code. */
export type ReturnCodeName = keyof typeof returnCodes;

/** The message of each known return code, in Portuguese. */
export const returnCodeMessages: Readonly<Record<ReturnCodeName, string>> = {
${messages.join("\n")}
};
`;
}
