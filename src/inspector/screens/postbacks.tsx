import type {
  Postback,
  PostbackAttempt,
  Receiver,
} from "../../../generated/sandbox-control-types.ts";
import { ActionButton } from "../components/action-button.tsx";
import { ListLink, Loading, Section } from "../components/layout.tsx";
import { List } from "../components/list.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import type { Column } from "../components/table.tsx";
import { Fields, HttpStatus, Json, ResourceLink, Status, Time } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { texts } from "../language.ts";
import { useData } from "../live-data.ts";
import type { Route } from "../router.ts";

const columns = (): Column<Postback>[] => [
  {
    title: texts.postbacks.postback,
    cell: ({ eventId }) => <ResourceLink type="postback" id={eventId} />,
  },
  {
    title: texts.postbacks.about,
    cell: ({ type, resourceId, resourceStatus }) => (
      <>
        <ResourceLink type={type} id={resourceId} /> <Status value={resourceStatus} />
      </>
    ),
  },
  { title: texts.postbacks.delivery, cell: ({ status }) => <Status value={status} /> },
  { title: texts.postbacks.attempts, cell: ({ attempts }) => <Attempts attempts={attempts} /> },
  {
    title: texts.postbacks.nextAttempt,
    cell: ({ nextAttemptAt }) => <NextAttempt at={nextAttemptAt} />,
  },
  { title: texts.postbacks.send, cell: (postback) => <Redeliver postback={postback} /> },
];

export function Postbacks({ route }: { route: Route }) {
  return (
    <>
      <ListenerNote />
      <ReceiverSection />
      <List
        route={route}
        title={texts.all.postbacks}
        operation={{ api: "control", id: "postbacks.list" }}
        columns={columns()}
        keyOf={({ eventId }) => eventId}
        empty={texts.postbacks.nothing}
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
          <Section title={texts.postbacks.postback} actions={<Status value={data.status} />}>
            <p>
              <ResourceLink type={data.type} id={data.resourceId} />{" "}
              <Status value={data.resourceStatus} />
              {texts.postbacks.to}
              <code class="long">{data.url}</code>
            </p>
            <div class="actions">
              <Redeliver postback={data} />
              <OperationButton
                api="control"
                id="postbacks.delay"
                label={texts.postbacks.delay}
                parameters={{ eventId: id }}
              />
            </div>
            <h3>{texts.postbacks.attempts}</h3>
            <Attempts attempts={data.attempts} />
            <p>
              {texts.postbacks.next}
              <NextAttempt at={data.nextAttemptAt} />
            </p>
            <h3>{texts.words.body}</h3>
            <Json value={data.body} />
            <Fields value={{ occurredAt: data.occurredAt }} kinds={returns} />
          </Section>
        )}
      </Loading>
    </>
  );
}

const { returns } = formOf("control", "postbacks.get");

function Attempts({ attempts }: { attempts: PostbackAttempt[] }) {
  if (attempts.length === 0) return <span class="muted">{texts.postbacks.noAttempts}</span>;
  return (
    <ol class="attempts">
      {attempts.map(({ at, status, answer, problem, forwarded }, index) => (
        <li key={index}>
          <HttpStatus value={status} /> <Time at={at} />{" "}
          {forwarded && <small>{texts.postbacks.byListener}</small>}{" "}
          <small lang="en">{problem ?? answer}</small>
        </li>
      ))}
    </ol>
  );
}

function NextAttempt({ at }: { at: string | null }) {
  return at === null ? <span class="muted">{texts.postbacks.noNext}</span> : <Time at={at} />;
}

function Redeliver({ postback: { eventId, status } }: { postback: Postback }) {
  return (
    <ActionButton
      label={texts.postbacks[`send${status}`]}
      run={({ control }) => control.postbacks.redeliver(eventId)}
    />
  );
}

/** Who delivers the postbacks. */
function ListenerNote() {
  const listener = useData(({ control }) => control.listener.get().then(({ data }) => data));
  return (
    <Loading of={listener}>
      {({ connected, types }) => (
        <p>
          {connected
            ? texts.postbacks.listener(types.join(` ${texts.values.and} `))
            : texts.postbacks.noListener}
        </p>
      )}
    </Loading>
  );
}

/** The receiver that the sandbox itself has, for postbacks before there is another. */
function ReceiverSection() {
  const receiver = useData(({ control }) => control.receiver.get().then(({ data }) => data));
  return (
    <Section title={texts.postbacks.receiver}>
      <Loading of={receiver}>
        {({ url, behavior }) => (
          <>
            <p>{texts.postbacks.sentTo(<code class="long">{url}</code>)}</p>
            <ReceiverBehaviors current={behavior} />
          </>
        )}
      </Loading>
    </Section>
  );
}

function ReceiverBehaviors({ current }: { current: Receiver["behavior"] }) {
  const all = formOf("control", "receiver.set").body?.properties?.behavior?.enum ?? [];
  return (
    <ul class="choices">
      {(all as Receiver["behavior"][]).map((behavior) => (
        <li key={behavior}>
          <ActionButton
            label={texts.postbacks[behavior]}
            problem={behavior === current ? texts.postbacks.isCurrent : undefined}
            run={({ control }) => control.receiver.set({ behavior })}
          />
        </li>
      ))}
    </ul>
  );
}
