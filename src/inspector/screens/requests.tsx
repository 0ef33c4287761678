import { useState } from "preact/hooks";
import type { EventResource, RequestLogEntry } from "../../../generated/sandbox-control-types.ts";
import { isObject } from "../../contract/cursor.ts";
import { type Api, baseUrl, inspector } from "../api.ts";
import { Dialog, ListLink, Loading, Section } from "../components/layout.tsx";
import { List } from "../components/list.tsx";
import { OperationForm } from "../components/operation-form.tsx";
import { Others } from "../components/others.tsx";
import type { Column } from "../components/table.tsx";
import { Copy, Duration, HttpStatus, Json, ResourceLink, Time } from "../components/values.tsx";
import { control, type Form, objectOf, returnCodes, service } from "../contract.ts";
import { useData } from "../live-data.ts";
import { redactedFields, type WithoutRedacted, withoutRedacted } from "../redacted-request.ts";
import { decoded, type Route } from "../router.ts";

const operationIds = [...service, ...control].map(({ id }) => id).sort();

const columns: Column<RequestLogEntry>[] = [
  { title: "Time", cell: ({ at }) => <Time at={at} /> },
  { title: "Status", cell: ({ status }) => <HttpStatus value={status} /> },
  {
    title: "Operation",
    cell: ({ id, operationId, method, path }) => (
      <ResourceLink type="request" id={id} label={operationId ?? `${method} ${path}`} />
    ),
  },
  { title: "Path", cell: ({ method, path }) => <code>{`${method} ${path}`}</code> },
  { title: "Duration", isNumber: true, cell: ({ duration }) => <Duration of={duration} /> },
  { title: "Reasons", cell: ({ reasons }) => reasons.join("; ") },
];

export function Requests({ route }: { route: Route }) {
  return (
    <List
      route={route}
      title="All requests"
      operation={{ api: "control", id: "requests.list" }}
      choices={{ operationId: operationIds }}
      columns={columns}
      keyOf={({ id }) => id}
      empty="There are no requests. What this page reads is left out."
    />
  );
}

export function RequestDetails({ route }: { route: Route }) {
  const { id } = route;
  const request = useData(
    async ({ control }) => {
      const { data } = await control.events.list({ requestId: id, type: "request.completed" });
      const [event] = data;
      if (event?.type !== "request.completed")
        throw new Error("The timeline has no request with this id.");
      return { at: event.at, resource: event.resource, ...event.data };
    },
    [id],
  );
  return (
    <>
      <ListLink route={route} />
      <Loading of={request}>
        {(data) => <LoggedRequest request={data} resource={data.resource} />}
      </Loading>
    </>
  );
}

interface LoggedRequestProps {
  request: RequestLogEntry;
  resource: EventResource | null;
}

function LoggedRequest({ request, resource }: LoggedRequestProps) {
  const { method, path, query, body, response, status, at, reasons } = request;
  return (
    <Section title={request.operationId ?? "Request"} actions={<HttpStatus value={status} />}>
      <p>
        <code>{`${method} ${path}`}</code> <Time at={at} />{" "}
        {resource && <ResourceLink {...resource} />}
      </p>
      {reasons.length > 0 && <p class="problem">{reasons.join("; ")}</p>}
      <ReturnCode response={response} />
      <RequestActions request={request} />
      {Object.keys(query).length > 0 && <Part title="Query" value={query} />}
      {body !== null && <Part title="Body" value={body} />}
      <Part title="Response" value={response} />
      <Others of={request} operation="requests.list" shown={SHOWN} />
    </Section>
  );
}

/** The fields that the section shows in places of their own. The resource is that of the event. */
const SHOWN = [
  "at",
  "operationId",
  "method",
  "path",
  "status",
  "reasons",
  "query",
  "body",
  "response",
  "resource",
];

function Part({ title, value }: { title: string; value: unknown }) {
  return (
    <details open>
      <summary>{title}</summary>
      <Json value={value} />
    </details>
  );
}

/** What the return code of an error means, in the words of the contract, and where the docs say more. */
function ReturnCode({ response }: { response: unknown }) {
  const settings = useData(() => inspector.settings());
  const { returnCode } = objectOf(objectOf(response).data);
  const known = returnCodes[`${returnCode}`];
  if (!known) return null;
  const { docsUrl } = settings.data ?? {};
  return (
    <p>
      <code>{`${returnCode}`}</code> <strong>{known.name}</strong>: {known.meaning}{" "}
      {docsUrl && (
        <a href={`${docsUrl}/${known.page}#${known.name}`} target="_blank" rel="noreferrer">
          In the docs
        </a>
      )}
    </p>
  );
}

function RequestActions({ request }: { request: RequestLogEntry }) {
  const [isSending, setSending] = useState(false);
  const { operationId, path, body } = request;
  const again = withoutRedacted(request);
  const redacted = redactedFields([request.query, body]);
  const api: Api = path.startsWith("/_sandbox/") ? "control" : "service";
  const form = (api === "control" ? control : service).find(({ id }) => id === operationId);
  const hasWholeBody = body === null || isObject(body) || Array.isArray(body);
  return (
    <>
      <div class="actions">
        {form && hasWholeBody && (
          <button type="button" onClick={() => setSending(true)}>
            Send again, or edit it first
          </button>
        )}
        <Copy text={asCurl(request)} label="Copy as curl" />
        {form && <Copy text={asTypeScript(request, form)} label="Copy as TypeScript" />}
      </div>
      {redacted.length > 0 && (
        <p class="muted">
          A copy has {inSentence(redacted)} masked: fill in what the log does not have.
        </p>
      )}
      {!hasWholeBody && <p class="muted">The log does not have the whole body.</p>}
      {isSending && form && (
        <Dialog title={`Send again: ${form.summary}`} onClose={() => setSending(false)}>
          <StandIns of={again} />
          <OperationForm
            api={api}
            id={form.id}
            parameters={{
              ...pathParameters(form, path),
              ...textsOf(again.query),
              ...contextOf(request),
            }}
            body={again.body}
          />
        </Dialog>
      )}
    </>
  );
}

/** What the form has in place of what the log redacts. */
function StandIns({ of: { outcome, missing } }: { of: WithoutRedacted }) {
  return (
    <>
      {outcome && (
        <p class="notice">
          The log masks the card. The form has a test card with the same outcome, {outcome}.
        </p>
      )}
      {missing.length > 0 && (
        <p class="notice">
          The log masks {inSentence(missing)}, and does not tell what the request had: fill it in.
          {missing.includes("cardNumber") && " The card decides the outcome."}
        </p>
      )}
    </>
  );
}

/** `a`, `a and b`, `a, b and c`. */
function inSentence(names: readonly string[]): string {
  return names.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** The values of a path's parameters. */
function pathParameters(form: Form, path: string): Record<string, string> {
  const names = form.path.split("/");
  const values = path.split("/");
  return Object.fromEntries(
    names.flatMap((name, index) =>
      name.startsWith("{") ? [[name.slice(1, -1), decoded(values[index] ?? "")]] : [],
    ),
  );
}

function textsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}`]));
}

/** The header of a request in the context of a subaccount. */
function contextOf({ subaccountId }: RequestLogEntry): Record<string, string> {
  return subaccountId === null ? {} : { "x-subaccount-id": subaccountId };
}

function asCurl(request: RequestLogEntry): string {
  const { method, path, query, body } = request;
  const search = new URLSearchParams(textsOf(query)).toString();
  const target = `${baseUrl}${path}${search === "" ? "" : `?${search}`}`;
  const context = Object.entries(contextOf(request)).map(([name, id]) => `-H '${name}: ${id}'`);
  const data = ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`];
  return [
    "# TOKEN is the access_token that POST /auth returns.",
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

function asTypeScript(request: RequestLogEntry, form: Form): string {
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
  return redacted.length === 0
    ? []
    : [`${mark} Fill in ${inSentence(redacted)}, which the log masks.`];
}
