import type { EventResource, RequestLogEntry } from "../../../generated/sandbox-control-types.ts";
import { isObject } from "../../contract/cursor.ts";
import type { Api, Clients } from "../api.ts";
import { codeOf, Errors } from "../components/errors.tsx";
import { AllSaid, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Copy, Duration, Fields, HttpStatus, Json, ResourceLink } from "../components/values.tsx";
import { control, type Form, returnCodes, service } from "../contract.ts";
import {
  asCurl,
  asTypeScript,
  contextOf,
  inSentence,
  pathParameters,
  textsOf,
} from "../copied-request.ts";
import { inLanguage, texts } from "../language.ts";
import { useSession } from "../live-data.ts";
import { redactedFields, type WithoutRedacted, withoutRedacted } from "../redacted-request.ts";
import type { Resource } from "../resource.ts";

type Data = RequestLogEntry & { resource?: EventResource | null };

export const requests: Resource<Data> = {
  type: "request",
  list: { api: "control", id: "requests.list" },
  read: readRequest,
  choices: { operationId: [...service, ...control].map(({ id }) => id).sort() },
  columns: ["at", "status", "operationId", "path", "duration", "reasons"],
  cells: {
    status: ({ status }) => <HttpStatus value={status} />,
    operationId: ({ id, operationId, method, path }) => (
      <ResourceLink type="request" id={id} label={operationId ?? `${method} ${path}`} />
    ),
    path: ({ method, path }) => <code>{`${method} ${path}`}</code>,
    duration: ({ duration }) => <Duration of={duration} />,
    reasons: ({ reasons }) => <AllSaid of={reasons} />,
  },
  Above: Errors,
  Extra: OfRequest,
  Aside: Bodies,
  elsewhere: ["status", "method", "path", "query", "body", "response", "reasons", "resource"],
};

async function readRequest({ control }: Clients, requestId: string): Promise<Data> {
  const { data } = await control.events.list({ requestId, type: "request.completed" });
  const [event] = data;
  if (event?.type !== "request.completed") throw new Error(texts.requests.unknown);
  return { at: event.at, resource: event.resource, ...event.data };
}

function OfRequest({ data }: { data: Data }) {
  const { operationId, method, path, reasons, resource } = data;
  return (
    <>
      <p>
        <strong>{operationId}</strong> <code class="long">{`${method} ${path}`}</code>{" "}
        {resource && <ResourceLink {...resource} />}
      </p>
      {reasons.length > 0 && (
        <p class="problem">
          <AllSaid of={reasons} />
        </p>
      )}
      <ReturnCode code={codeOf(data)} />
      <RequestActions request={data} />
    </>
  );
}

/** What was answered, and what was sent. */
function Bodies({ data: { query, body, response } }: { data: Data }) {
  return (
    <Section title={texts.words.response}>
      <Json value={response} />
      {body !== null && <h2>{texts.words.body}</h2>}
      {body !== null && <Json value={body} />}
      {Object.keys(query).length > 0 && <Fields value={{ query }} kinds={{}} />}
    </Section>
  );
}

/** What a return code means and what to do, in the words of the contract, and where the docs say more. */
function ReturnCode({ code }: { code: string }) {
  const { docsUrl, hasSession } = useSession().people;
  const known = returnCodes[code];
  if (!known) return null;
  return (
    <p>
      <code>{code}</code> <strong>{known.name}</strong>: {inLanguage(known.meaning)}{" "}
      {inLanguage(known.whatToDo)}{" "}
      {docsUrl && (
        <a
          href={`${docsUrl}/${known.page}#${known.name}`}
          {...(hasSession && { target: "_blank", rel: "noreferrer" })}
        >
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
  const { body, path } = request;
  const redacted = redactedFields([request.query, body]);
  const { api, form } = operationOf(request);
  const hasWholeBody = body === null || isObject(body) || Array.isArray(body);
  const again = withoutRedacted(request);
  return (
    <>
      <div class="actions">
        {form && hasWholeBody && (
          <OperationButton
            api={api}
            id={form.id}
            label={texts.requests.sendAgain}
            parameters={{
              ...pathParameters(form, path),
              ...textsOf(again.query),
              ...contextOf(request),
            }}
            body={again.body}
          >
            <StandIns of={again} />
          </OperationButton>
        )}
        <Copy text={asCurl(request)} label={texts.requests.asCurl} />
        {form && <Copy text={asTypeScript(request, form)} label={texts.requests.asTypeScript} />}
      </div>
      {redacted.length > 0 && <p class="muted">{texts.requests.redacted(inSentence(redacted))}</p>}
      {!hasWholeBody && <p class="muted">{texts.requests.noBody}</p>}
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
