import type {
  Postback,
  PostbackAttempt,
  Receiver,
} from "../../../generated/sandbox-control-types.ts";
import { ActionButton } from "../components/action-button.tsx";
import { ListLink, Loading, Section } from "../components/layout.tsx";
import { List } from "../components/list.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Others } from "../components/remaining-fields.tsx";
import type { Column } from "../components/table.tsx";
import { HttpStatus, Json, ResourceLink, Status, Time } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { useData } from "../live-data.ts";
import type { Route } from "../router.ts";

const columns: Column<Postback>[] = [
  { title: "Postback", cell: ({ eventId }) => <ResourceLink type="postback" id={eventId} /> },
  {
    title: "About",
    cell: ({ type, resourceId, resourceStatus }) => (
      <>
        <ResourceLink type={type} id={resourceId} /> <Status value={resourceStatus} />
      </>
    ),
  },
  { title: "Delivery", cell: ({ status }) => <Status value={status} /> },
  { title: "Attempts", cell: ({ attempts }) => <Attempts attempts={attempts} /> },
  { title: "Next attempt", cell: ({ nextAttemptAt }) => <NextAttempt at={nextAttemptAt} /> },
  { title: "Send", cell: (postback) => <Redeliver postback={postback} /> },
];

export function Postbacks({ route }: { route: Route }) {
  return (
    <>
      <ListenerNote />
      <ReceiverSection />
      <List
        route={route}
        title="All postbacks"
        operation={{ api: "control", id: "postbacks.list" }}
        columns={columns}
        keyOf={({ eventId }) => eventId}
        empty="There are no postbacks. A payment or a withdrawal with a postbackUrl sends one at each change of its status."
      />
    </>
  );
}

export function PostbackDetails({ route }: { route: Route }) {
  const { id } = route;
  const postback = useData(
    ({ control }) => control.postbacks.get(id).then(({ data }) => data),
    [id],
  );
  return (
    <>
      <ListLink route={route} />
      <Loading of={postback}>
        {(data) => (
          <Section title="Postback" actions={<Status value={data.status} />}>
            <p>
              <ResourceLink type={data.type} id={data.resourceId} />{" "}
              <Status value={data.resourceStatus} /> to <code class="long">{data.url}</code>
            </p>
            <div class="actions">
              <Redeliver postback={data} />
              <OperationButton
                api="control"
                id="postbacks.delay"
                label="Delay it"
                parameters={{ eventId: id }}
              />
            </div>
            <h3>Attempts</h3>
            <Attempts attempts={data.attempts} />
            <p>
              Next attempt: <NextAttempt at={data.nextAttemptAt} />
            </p>
            <h3>Body</h3>
            <Json value={data.body} />
            <Others of={data} operation="postbacks.get" shown={SHOWN} />
          </Section>
        )}
      </Loading>
    </>
  );
}

/** The fields that the section shows in places of their own. */
const SHOWN = [
  "eventId",
  "type",
  "resourceId",
  "resourceStatus",
  "url",
  "status",
  "nextAttemptAt",
  "body",
  "attempts.at",
  "attempts.status",
  "attempts.answer",
  "attempts.problem",
  "attempts.forwarded",
];

function Attempts({ attempts }: { attempts: PostbackAttempt[] }) {
  if (attempts.length === 0) return <span class="muted">none yet</span>;
  return (
    <ol class="attempts">
      {attempts.map(({ at, status, answer, problem, forwarded }, index) => (
        <li key={index}>
          <HttpStatus value={status} /> <Time at={at} /> {forwarded && <small>by a listener</small>}{" "}
          <small>{problem ?? answer}</small>
        </li>
      ))}
    </ol>
  );
}

function NextAttempt({ at }: { at: string | null }) {
  return at === null ? <span class="muted">none</span> : <Time at={at} />;
}

/** What sending a postback again means, by its status. */
const REDELIVER: Record<Postback["status"], string> = {
  PENDING: "Send now",
  FAILED: "Send again",
  DELIVERED: "Send a duplicate",
};

function Redeliver({ postback: { eventId, status } }: { postback: Postback }) {
  return (
    <ActionButton
      label={REDELIVER[status]}
      run={({ control }) => control.postbacks.redeliver(eventId)}
    />
  );
}

/** Who delivers the postbacks. */
function ListenerNote() {
  const listener = useData(({ control }) => control.listener.get().then(({ data }) => data));
  return (
    <Loading of={listener}>
      {({ connected, types, ...others }) => (
        <>
          <p>
            {connected
              ? `A listener delivers postbacks of this type: ${types.join(" and ")}.`
              : "No listener is there, so the sandbox delivers the postbacks itself."}
          </p>
          <Others of={others} operation="listener.get" shown={[]} />
        </>
      )}
    </Loading>
  );
}

/** The receiver that the sandbox itself has, for postbacks before there is another. */
function ReceiverSection() {
  const receiver = useData(({ control }) => control.receiver.get().then(({ data }) => data));
  return (
    <Section title="Built-in receiver">
      <Loading of={receiver}>
        {({ url, behavior, ...others }) => (
          <>
            <p>
              The forms of this page send postbacks to <code class="long">{url}</code>. Choose how
              it answers:
            </p>
            <ReceiverBehaviors current={behavior} />
            <Others of={others} operation="receiver.get" shown={[]} />
          </>
        )}
      </Loading>
    </Section>
  );
}

const LABELS: Record<Receiver["behavior"], string> = {
  accept: "Answer 200",
  fail: "Answer 500",
  hang: "Never answer",
  reset: "Cut the connection",
};

function ReceiverBehaviors({ current }: { current: Receiver["behavior"] }) {
  const all = formOf("control", "receiver.set").body?.properties?.behavior?.enum ?? [];
  return (
    <ul class="choices">
      {(all as Receiver["behavior"][]).map((behavior) => (
        <li key={behavior}>
          <ActionButton
            label={LABELS[behavior]}
            problem={behavior === current ? "It does this now." : undefined}
            run={({ control }) => control.receiver.set({ behavior })}
          />
        </li>
      ))}
    </ul>
  );
}
