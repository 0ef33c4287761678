import type { PostbackAttempt } from "../../../generated/sandbox-control-types.ts";
import { texts } from "../language.ts";
import { useData } from "../live-data.ts";
import { Loading, Said } from "./layout.tsx";
import { HttpStatus, ResourceLink, Status, Time } from "./values.tsx";

/** The attempts to deliver a postback, the newest first. */
export function Attempts({ attempts }: { attempts: PostbackAttempt[] }) {
  if (attempts.length === 0) return <span class="muted">{texts.postbacks.noAttempts}</span>;
  return (
    <ol reversed>
      {attempts.toReversed().map((attempt, index) => (
        <li key={index}>
          <Attempt attempt={attempt} />
        </li>
      ))}
    </ol>
  );
}

export function Attempt({ attempt }: { attempt: PostbackAttempt }) {
  const { at, status, answer, problem, forwarded } = attempt;
  return (
    <>
      <HttpStatus value={status} /> <Time at={at} />{" "}
      {forwarded && <small>{texts.postbacks.byListener}</small>}{" "}
      <small>{problem === null ? answer : <Said text={problem} />}</small>
    </>
  );
}

/** What became of the latest postback of a resource. */
export function LatestPostback({ resourceId }: { resourceId: string }) {
  const postbacks = useData(
    ({ control }) => control.postbacks.list({ resourceId, limit: 1 }).then(({ data }) => data),
    [resourceId],
  );
  return (
    <Loading of={postbacks}>
      {([latest]) =>
        latest ? (
          <p>
            <ResourceLink
              type="postback"
              id={latest.eventId}
              label={texts.timeline.postbackOf(latest.resourceStatus)}
            />{" "}
            <Status value={latest.status} />{" "}
            {latest.attempts.length > 0 && (
              <small>{texts.postbacks.attemptCount(latest.attempts.length)}</small>
            )}
          </p>
        ) : (
          <p class="muted">{texts.postbacks.noneSent}</p>
        )
      }
    </Loading>
  );
}
