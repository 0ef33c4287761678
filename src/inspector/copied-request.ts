import type { RequestLogEntry } from "../../generated/sandbox-control-types.ts";
import { decodePath } from "../text/decode-path.ts";
import { baseUrl } from "./api.ts";
import type { Form } from "./contract.ts";
import { texts } from "./language.ts";
import { redactedFields } from "./redacted-request.ts";

/** `a`, `a and b`, `a, b and c`. */
export function inSentence(names: readonly string[]): string {
  return names.join(", ").replace(/, ([^,]*)$/, ` ${texts.values.and} $1`);
}

/** The values of a path's parameters. */
export function pathParameters(form: Form, path: string): Record<string, string> {
  const names = form.path.split("/");
  const values = path.split("/");
  return Object.fromEntries(
    names.flatMap((name, index) =>
      name.startsWith("{") ? [[name.slice(1, -1), decodePath(values[index] ?? "")]] : [],
    ),
  );
}

/** The values of parameters as a form has them. */
export function textsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}`]));
}

/** The header of a request in the context of a subaccount. */
export function contextOf({ subaccountId }: RequestLogEntry): Record<string, string> {
  return subaccountId === null ? {} : { "x-subaccount-id": subaccountId };
}

/** A request as a command of a shell. */
export function asCurl(request: RequestLogEntry): string {
  const { method, path, query, body } = request;
  const search = new URLSearchParams(textsOf(query)).toString();
  const target = `${baseUrl}${path}${search === "" ? "" : `?${search}`}`;
  const context = Object.entries(contextOf(request)).map(([name, id]) => `-H '${name}: ${id}'`);
  const data = ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`];
  return [
    `# ${texts.requests.token}`,
    ...fillIn("#", request),
    [
      `curl -X ${method} ${quoted(target)}`,
      `-H "Authorization: Bearer $TOKEN"`,
      ...context,
      ...(body === null ? [] : data),
    ].join(" \\\n  "),
  ].join("\n");
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A request as a call of the client. */
export function asTypeScript(request: RequestLogEntry, form: Form): string {
  const { path, query, body } = request;
  const client = path.startsWith("/_sandbox/") ? "control" : "centavo";
  const context = contextOf(request);
  const hasContext = Object.keys(context).length > 0;
  const hasQuery = Object.keys(query).length > 0;
  const takesQuery = form.parameters.some((parameter) => parameter.in === "query");
  const taken = [
    ...Object.values(pathParameters(form, path)),
    // Options come after the query, so it cannot be left out before them.
    ...(body !== null ? [body] : hasQuery || (takesQuery && hasContext) ? [query] : []),
    ...(hasContext ? [{ headers: context }] : []),
  ];
  const values = taken.map((value) => JSON.stringify(value, null, 2));
  const call = `const { data } = await ${client}.${form.id}(${values.join(", ")});`;
  return [...fillIn("//", request), call].join("\n");
}

/** A comment that says what the log does not have, if it is in the request. */
function fillIn(mark: string, { query, body }: RequestLogEntry): string[] {
  const redacted = redactedFields([query, body]);
  return redacted.length === 0 ? [] : [`${mark} ${texts.requests.fillIn(inSentence(redacted))}`];
}
