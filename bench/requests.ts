import { readFileSync } from "node:fs";

/** A request to the interface. */
export interface Call {
  method: "GET" | "POST";
  path: string;
  token?: string;
  body?: object;
}

const contract = JSON.parse(readFileSync("generated/openapi.json", "utf8"));

/** The value of an example in the contract. */
export function example<Value>(name: string): Value {
  return contract.components.examples[name].value;
}

/** The headers of a request. */
export function headersOf({ token, body }: Call): Record<string, string> {
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { "content-type": "application/json" }),
  };
}

/** Sends a request. @throws {Error} if the response is not a success. */
export async function send(port: number, call: Call): Promise<Response> {
  const { method, path, body } = call;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: headersOf(call),
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response;
}
