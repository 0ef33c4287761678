import { jsonRequest, type Move, pathWith } from "./next-moves.ts";

/** A call that a reader can send, in the attribute of its place on the page. */
export interface TryableCall {
  id: string;
  method: string;
  path: string;
  isPublic: boolean;
  isList: boolean;
  /** The server of the samples. */
  server: string;
  parameters: readonly Parameter[];
  /** The examples of the body. */
  bodies: readonly { name: string; body: unknown }[];
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  value: string;
  isNumber: boolean;
}

/** What a form sends, and what it sends it of. */
export interface Sent extends Move {
  parameters: readonly Parameter[];
  example: string;
}

/** What a form sends with these values. An empty parameter is not sent. */
export function sentOf(
  call: TryableCall,
  parameters: readonly Parameter[],
  body: unknown,
  example = "",
): Sent {
  const valuesIn = (place: Parameter["in"]) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === place && each.value !== "")
        .map(({ name, value }) => [name, value]),
    );
  const [path, query, header] = [valuesIn("path"), valuesIn("query"), valuesIn("header")];
  const request = jsonRequest(call.method, pathWith(call.path, path, query), body, header);
  return { id: call.id, request, values: { path, query, header, body }, parameters, example };
}
