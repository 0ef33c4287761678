import type { Call, Values } from "./next-moves.ts";

/** A call that a reader can send, in the attribute of its place on the page. */
export interface TryableCall extends Omit<Call, "values" | "title"> {
  isPublic: boolean;
  isList: boolean;
  /** The server of the samples. */
  server: string;
  parameters: readonly Parameter[];
  /** The examples of the body. */
  bodies: readonly { name: string; body: unknown }[];
  /** The examples of the response, by which a reader chooses what to read: the id of each for the path. */
  answers: readonly { name: string; id: string }[];
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  value: string;
  isNumber: boolean;
}

/** What a form sends. */
export interface Sent extends Call {
  parameters: readonly Parameter[];
  /** The example that it has been made of. */
  example: string;
}

/** What a form sends with these values. An empty parameter is not sent. */
export function sentOf(
  { id, method, path }: TryableCall,
  parameters: readonly Parameter[],
  body: unknown,
  example = "",
): Sent {
  const values: Values = { body };
  for (const { in: place, name, value } of parameters)
    if (value !== "") values[place] = { ...values[place], [name]: value };
  return { id, method, path, values, parameters, example };
}
