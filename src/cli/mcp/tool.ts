import type { JsonObject } from "../../contract/cursor.ts";
import type { UseSandbox } from "../sandbox-connection.ts";
import type { Page } from "./read-pages.ts";

/** A tool of the server: what an agent reads of it, and a function. */
export interface Tool {
  name: string;
  description: string;
  /** The JSON Schemas of its arguments, by name. */
  input: Readonly<Record<string, JsonObject>>;
  required?: readonly string[];
  changesSandbox?: boolean;
  run(args: JsonObject, context: ToolContext): Promise<Answer>;
}

/** What the start command decides, and no tool. */
export interface ToolContext {
  sandbox: UseSandbox;
  allowDestructive: boolean;
}

export interface Answer {
  /** What this package says. */
  facts: JsonObject;
  /** What the sandbox sent. Callers of the sandbox wrote the texts in it. */
  data?: unknown;
  /** Where `data` is in what was asked for, as a JSON pointer, and how much of it to leave out at the beginning. */
  part?: string;
  skip?: number;
  links?: readonly Page[];
  isError?: boolean;
}

/** A call that cannot be made as it is. The message says to the agent what to change. */
export class ToolError extends Error {}

export const text = (description: string): JsonObject => ({ type: "string", description });
export const count = (description: string): JsonObject => ({ ...COUNT, description });
const COUNT = { type: "integer", minimum: 0 };
