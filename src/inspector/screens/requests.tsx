import { useState } from "preact/hooks";
import type { EventResource, RequestLogEntry } from "../../../generated/sandbox-control-types.ts";
import { isObject } from "../../contract/cursor.ts";
import { type Api, inspector } from "../api.ts";
import { Dialog, ListLink, Loading, Section } from "../components/layout.tsx";
import { List } from "../components/list.tsx";
import { OperationForm } from "../components/operation-form.tsx";
import type { Column } from "../components/table.tsx";
import {
  Copy,
  Duration,
  Fields,
  HttpStatus,
  Json,
  ResourceLink,
  Time,
} from "../components/values.tsx";
import { control, type Form, formOf, objectOf, returnCodes, service } from "../contract.ts";
import {
  asCurl,
  asTypeScript,
  contextOf,
  inSentence,
  pathParameters,
  textsOf,
} from "../copied-request.ts";
import { inLanguage, texts } from "../language.ts";
import { useData } from "../live-data.ts";
import { redactedFields, type WithoutRedacted, withoutRedacted } from "../redacted-request.ts";
import type { Route } from "../router.ts";

const operationIds = [...service, ...control].map(({ id }) => id).sort();

const columns = (): Column<RequestLogEntry>[] => [
  { title: texts.words.time, cell: ({ at }) => <Time at={at} /> },
  { title: texts.words.status, cell: ({ status }) => <HttpStatus value={status} /> },
  {
    title: texts.requests.operation,
    cell: ({ id, operationId, method, path }) => (
      <ResourceLink type="request" id={id} label={operationId ?? `${method} ${path}`} />
    ),
  },
  { title: texts.requests.path, cell: ({ method, path }) => <code>{`${method} ${path}`}</code> },
  {
    title: texts.requests.duration,
    isNumber: true,
    cell: ({ duration }) => <Duration of={duration} />,
  },
  {
    title: texts.requests.reasons,
    cell: ({ reasons }) => <span lang="en">{reasons.join("; ")}</span>,
  },
];

export function Requests({ route }: { route: Route }) {
  return (
    <List
      route={route}
      title={texts.all.requests}
      operation={{ api: "control", id: "requests.list" }}
      choices={{ operationId: operationIds }}
      columns={columns()}
      keyOf={({ id }) => id}
      empty={texts.requests.nothing}
    />
  );
}

export function RequestDetails({ route }: { route: Route }) {
  const { id } = route;
  const request = useData(
    async ({ control }) => {
      const { data } = await control.events.list({ requestId: id, type: "request.completed" });
      const [event] = data;
      if (event?.type !== "request.completed") throw new Error(texts.requests.unknown);
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
  const { method, path, query, body, response, status, at, reasons, id } = request;
  const { subaccountId, duration } = request;
  return (
    <Section
      title={request.operationId ?? texts.requests.request}
      actions={<HttpStatus value={status} />}
    >
      <p>
        <code>{`${method} ${path}`}</code> <Time at={at} />{" "}
        {resource && <ResourceLink {...resource} />}
      </p>
      {reasons.length > 0 && (
        <p class="problem" lang="en">
          {reasons.join("; ")}
        </p>
      )}
      <ReturnCode response={response} />
      <RequestActions request={request} />
      {Object.keys(query).length > 0 && <Part title={texts.requests.query} value={query} />}
      {body !== null && <Part title={texts.words.body} value={body} />}
      <Part title={texts.words.response} value={response} />
      <Fields value={{ id, subaccountId, duration }} kinds={returns} />
    </Section>
  );
}

const { returns } = formOf("control", "requests.list");

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
      <code>{`${returnCode}`}</code> <strong>{known.name}</strong>: {inLanguage(known.meaning)}{" "}
      {docsUrl && (
        <a href={`${docsUrl}/${known.page}#${known.name}`} target="_blank" rel="noreferrer">
          {texts.requests.inDocs}
        </a>
      )}
    </p>
  );
}

/** The form of an operation that the contracts have. */
function operationOf({ path, operationId }: RequestLogEntry): { api: Api; form: Form | undefined } {
  const api = path.startsWith("/_sandbox/") ? "control" : "service";
  const forms = api === "control" ? control : service;
  return { api, form: forms.find(({ id }) => id === operationId) };
}

function RequestActions({ request }: { request: RequestLogEntry }) {
  const [isSending, setSending] = useState(false);
  const { body } = request;
  const redacted = redactedFields([request.query, body]);
  const { api, form } = operationOf(request);
  const hasWholeBody = body === null || isObject(body) || Array.isArray(body);
  return (
    <>
      <div class="actions">
        {form && hasWholeBody && (
          <button type="button" onClick={() => setSending(true)}>
            {texts.requests.sendAgain}
          </button>
        )}
        <Copy text={asCurl(request)} label={texts.requests.asCurl} />
        {form && <Copy text={asTypeScript(request, form)} label={texts.requests.asTypeScript} />}
      </div>
      {redacted.length > 0 && <p class="muted">{texts.requests.redacted(inSentence(redacted))}</p>}
      {!hasWholeBody && <p class="muted">{texts.requests.noBody}</p>}
      {isSending && form && (
        <Dialog
          title={texts.requests.again(inLanguage(form.summary))}
          onClose={() => setSending(false)}
        >
          <SendAgain request={request} api={api} form={form} />
        </Dialog>
      )}
    </>
  );
}

/** The form of an operation, filled in as it was sent. */
function SendAgain({ request, api, form }: { request: RequestLogEntry; api: Api; form: Form }) {
  const again = withoutRedacted(request);
  const parameters = {
    ...pathParameters(form, request.path),
    ...textsOf(again.query),
    ...contextOf(request),
  };
  return (
    <>
      <StandIns of={again} />
      <OperationForm api={api} id={form.id} parameters={parameters} body={again.body} />
    </>
  );
}

/** What the form has in place of what the log redacts. */
function StandIns({ of: { outcome, missing } }: { of: WithoutRedacted }) {
  return (
    <>
      {outcome && <p class="notice">{texts.requests.sameOutcome(outcome)}</p>}
      {missing.length > 0 && (
        <p class="notice">
          {texts.requests.missing(inSentence(missing))}
          {missing.includes("cardNumber") && texts.requests.cardDecides}
        </p>
      )}
    </>
  );
}
