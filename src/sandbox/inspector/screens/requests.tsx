import { useState } from "preact/hooks";
import type { RequestLogEntry } from "../../../../generated/sandbox-control-types.ts";
import { baseUrl } from "../api.ts";
import { Dialog, Loading, Section } from "../components/layout.tsx";
import { OperationForm } from "../components/operation-form.tsx";
import { Filter, PAGE_SIZE, Pager, pageOf, Table } from "../components/table.tsx";
import { Copy, HttpStatus, Json, Time } from "../components/values.tsx";
import { control, type Form, MASK, returnCodes, service } from "../contract.ts";
import { useData } from "../live-data.ts";
import { addressOf, decoded, type Place } from "../router.ts";

const operationIds = [...service, ...control].map(({ id }) => id).sort();

export function Requests({ place }: { place: Place }) {
  const { request: requestId = "", ...given } = place.filters;
  const query = { ...given, page: pageOf(place), limit: PAGE_SIZE };
  const list = useData(({ control }) => control.requests.list(query as object), [query]);
  const shown = useData(
    ({ control }) =>
      requestId === ""
        ? Promise.resolve(undefined)
        : control.events.list({ requestId, type: "request.completed" }),
    [requestId],
  );
  const event = shown.data?.data[0];
  return (
    <>
      {requestId !== "" && (
        <Section
          title="Request"
          actions={<a href={addressOf({ ...place, filters: given })}>All requests</a>}
        >
          {event?.type === "request.completed" ? (
            <RequestDetails key={requestId} request={{ at: event.at, ...event.data }} />
          ) : (
            <p class="muted">The timeline has no request with this id.</p>
          )}
        </Section>
      )}
      <Section title="All requests">
        <div class="filters">
          <Filter place={place} name="operationId" label="Operation" values={operationIds} />
          <Filter place={place} name="status" label="Status" />
          <Filter place={place} name="resourceId" label="Resource" />
        </div>
        <Loading of={list}>
          {({ data, meta }) => (
            <>
              <Table
                label="Requests"
                rows={data}
                keyOf={({ id }) => id}
                empty="There are no requests. What this page reads is left out."
                columns={[
                  { title: "Time", cell: ({ at }) => <Time at={at} /> },
                  { title: "Status", cell: ({ status }) => <HttpStatus value={status} /> },
                  {
                    title: "Operation",
                    cell: ({ id, operationId, method, path }) => (
                      <a href={addressOf({ ...place, filters: { ...place.filters, request: id } })}>
                        {operationId ?? `${method} ${path}`}
                      </a>
                    ),
                  },
                  { title: "Path", cell: ({ method, path }) => <code>{`${method} ${path}`}</code> },
                  { title: "Duration", isNumber: true, cell: ({ duration }) => `${duration} ms` },
                  { title: "Reasons", cell: ({ reasons }) => reasons.join("; ") },
                ]}
              />
              <Pager place={place} total={meta.total} />
            </>
          )}
        </Loading>
      </Section>
    </>
  );
}

function RequestDetails({ request }: { request: RequestLogEntry }) {
  const [isSending, setSending] = useState(false);
  const { operationId, method, path, query, body, response, status, reasons } = request;
  const api = path.startsWith("/_sandbox/") ? "control" : "service";
  const form = (api === "control" ? control : service).find(({ id }) => id === operationId);
  return (
    <>
      <p>
        <HttpStatus value={status} /> <code>{`${method} ${path}`}</code> <Time at={request.at} />
      </p>
      {reasons.length > 0 && <p class="problem">{reasons.join("; ")}</p>}
      <Meaning response={response} />
      <div class="actions">
        {form && (
          <button type="button" onClick={() => setSending(true)}>
            Send again, or edit it first
          </button>
        )}
        <Copy text={asCurl(request)} label="Copy as curl" />
        {form && <Copy text={asTypeScript(request, form)} label="Copy as TypeScript" />}
      </div>
      {Object.keys(query).length > 0 && (
        <details open>
          <summary>Query</summary>
          <Json value={query} />
        </details>
      )}
      {body !== null && (
        <details open>
          <summary>Body</summary>
          <Json value={body} />
        </details>
      )}
      <details open>
        <summary>Response</summary>
        <Json value={response} />
      </details>
      {isSending && form && (
        <Dialog title={form.summary} onClose={() => setSending(false)}>
          <OperationForm
            api={api}
            id={form.id}
            parameters={{ ...pathParameters(form, path), ...textsOf(query) }}
            body={withoutMasks(body, form)}
          />
        </Dialog>
      )}
    </>
  );
}

/** What the return code of an error means, in the words of the contract. */
function Meaning({ response }: { response: unknown }) {
  const { returnCode } = Object(Object(response).data) as { returnCode?: unknown };
  const known = returnCodes[`${returnCode}`];
  if (!known) return null;
  return (
    <p>
      <code>{`${returnCode}`}</code> <strong>{known.name}</strong>: {known.meaning}
    </p>
  );
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

/** A body in which the fields of the example, e.g. a test card, replace those that are masked. */
function withoutMasks(body: unknown, { examples }: Form): unknown {
  const example = examples.map(({ value }) => value).find((value) => hasShapeOf(value, body));
  return replaceMasks(body, example ?? examples[0]?.value);
}

function replaceMasks(value: unknown, example: unknown): unknown {
  if (value === MASK) return example;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const known = Object(example) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, replaceMasks(field, known[name])]),
  );
}

function hasShapeOf(example: unknown, body: unknown): boolean {
  return Object.keys(Object(body)).every((name) => name in Object(example));
}

function asCurl({ method, path, query, body }: RequestLogEntry): string {
  const search = new URLSearchParams(textsOf(query)).toString();
  const target = `${baseUrl}${path}${search === "" ? "" : `?${search}`}`;
  const data =
    body === null
      ? ""
      : ` \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(body))}`;
  return `curl -X ${method} ${quoted(target)} \\\n  -H "Authorization: Bearer $TOKEN"${data}`;
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function asTypeScript({ path, query, body }: RequestLogEntry, form: Form): string {
  const client = path.startsWith("/_sandbox/") ? "control" : "centavo";
  const given = Object.values(pathParameters(form, path)).map((value) => JSON.stringify(value));
  const payload = body === null ? (Object.keys(query).length > 0 ? query : undefined) : body;
  const all = payload === undefined ? given : [...given, JSON.stringify(payload, null, 2)];
  return `const { data } = await ${client}.${form.id}(${all.join(", ")});`;
}
