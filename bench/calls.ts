import { readFileSync } from "node:fs";

/** A call of the interface. */
export interface Call {
  method: "GET" | "POST";
  path: string;
  token?: string;
  body?: object;
}

const contract = JSON.parse(readFileSync("generated/openapi.json", "utf8"));

/** What the contract shows as an example. */
export function example<Value>(name: string): Value {
  return contract.components.examples[name].value;
}

function headersOf({ token, body }: Call): Record<string, string> {
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { "content-type": "application/json" }),
  };
}

/** Makes a call once. */
export async function make(port: number, call: Call): Promise<Response> {
  const { method, path, body } = call;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: headersOf(call),
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response;
}

/** A call as it goes over the wire. */
export function textOf(call: Call): string {
  const { method, path, body } = call;
  const text = body ? JSON.stringify(body) : "";
  const headers = {
    host: "127.0.0.1",
    ...headersOf(call),
    ...(body && { "content-length": Buffer.byteLength(text) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, "", text].join("\r\n");
}
