import type {
  Postback,
  PostbackDetails,
  Receiver,
} from "../../../generated/sandbox-control-types.ts";
import { ActionButton } from "../components/action-button.tsx";
import { Attempt, Attempts } from "../components/attempts.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { Json, ResourceLink, Status } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { texts } from "../language.ts";
import { useData } from "../live-data.ts";
import type { Resource } from "../resource.ts";

export const postbacks: Resource<PostbackDetails> = {
  type: "postback",
  list: { api: "control", id: "postbacks.list" },
  get: { api: "control", id: "postbacks.get" },
  actions: [{ api: "control", id: "postbacks.delay" }],
  columns: ["id", "resourceId", "status", "attempts", "nextAttemptAt", "send"],
  cells: {
    resourceId: (postback) => <About postback={postback} />,
    attempts: ({ attempts }) => attempts.slice(-1).map((each) => <Attempt attempt={each} />),
    send: (postback) => <Redeliver postback={postback} />,
  },
  Above: Delivery,
  Extra: ({ data }) => (
    <>
      <p>
        <About postback={data} />
        {texts.postbacks.to}
        <code class="long">{data.url}</code>
      </p>
      <Redeliver postback={data} />
    </>
  ),
  Aside: ({ data }) => (
    <Section title={texts.postbacks.attempts}>
      <Attempts attempts={data.attempts} />
      <h2>{texts.words.body}</h2>
      <Json value={data.body} />
    </Section>
  ),
  elsewhere: ["type", "resourceId", "resourceStatus", "url", "status", "attempts", "body"],
};

function About({ postback: { type, resourceId, resourceStatus } }: { postback: Postback }) {
  return (
    <>
      <ResourceLink type={type} id={resourceId} /> <Status value={resourceStatus} />
    </>
  );
}

function Redeliver({ postback: { eventId, status } }: { postback: Postback }) {
  return (
    <ActionButton
      label={texts.postbacks[`send${status}`]}
      run={({ control }) => control.postbacks.redeliver(eventId)}
    />
  );
}

/** Who delivers the postbacks, and the receiver that the sandbox itself has, for postbacks before there is another. */
function Delivery() {
  const delivery = useData(async ({ control }) => {
    const [listener, receiver] = await Promise.all([
      control.listener.get(),
      control.receiver.get(),
    ]);
    return { ...listener.data, ...receiver.data };
  });
  return (
    <Section title={texts.postbacks.receiver}>
      <Loading of={delivery}>
        {({ connected, types, url, behavior }) => (
          <>
            <p>
              {connected
                ? texts.postbacks.listener(types.join(` ${texts.values.and} `))
                : texts.postbacks.noListener}{" "}
              {texts.postbacks.sentTo(url)}
            </p>
            <div class="actions">
              {BEHAVIORS.map((each) => (
                <ActionButton
                  key={each}
                  label={texts.postbacks[each]}
                  isPressed={each === behavior}
                  run={({ control }) => control.receiver.set({ behavior: each })}
                />
              ))}
            </div>
          </>
        )}
      </Loading>
    </Section>
  );
}

const BEHAVIORS = (formOf("control", "receiver.set").body?.properties?.behavior?.enum ??
  []) as Receiver["behavior"][];
