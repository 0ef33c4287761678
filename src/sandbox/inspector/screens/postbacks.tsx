import type { Postback } from "../../../../generated/sandbox-control-types.ts";
import { baseUrl } from "../api.ts";
import { Loading, Section } from "../components/layout.tsx";
import { Filter, PAGE_SIZE, Pager, pageOf, Table } from "../components/table.tsx";
import { HttpStatus, ResourceLink, Status, Time } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { useData } from "../live-data.ts";
import type { Place } from "../router.ts";
import { ActionButton } from "./payments.tsx";

const statuses =
  formOf("control", "postbacks.list").parameters.find(({ name }) => name === "status")?.schema
    .enum ?? [];

export function Postbacks({ place }: { place: Place }) {
  const query = { ...place.filters, page: pageOf(place), limit: PAGE_SIZE };
  const list = useData(({ control }) => control.postbacks.list(query as object), [query]);
  return (
    <>
      <ReceiverSection />
      <Section title="All postbacks">
        <div class="filters">
          <Filter place={place} name="status" label="Status" values={statuses} />
          <Filter place={place} name="resourceId" label="Resource" />
        </div>
        <Loading of={list}>
          {({ data, meta }) => (
            <>
              <Table
                label="Postbacks"
                rows={data}
                keyOf={({ eventId }) => eventId}
                empty="There are no postbacks. A payment or a withdrawal with a postbackUrl sends one at each change of its status."
                columns={[
                  {
                    title: "About",
                    cell: ({ type, resourceId }) => <ResourceLink type={type} id={resourceId} />,
                  },
                  { title: "Status", cell: ({ status }) => <Status value={status} /> },
                  { title: "To", cell: ({ url }) => <code class="long">{url}</code> },
                  {
                    title: "Attempts",
                    cell: ({ attempts }) => (
                      <ol class="attempts">
                        {attempts.map(({ at, status, answer, problem }, index) => (
                          <li key={index}>
                            <HttpStatus value={status} /> <Time at={at} />{" "}
                            <small>{problem ?? answer}</small>
                          </li>
                        ))}
                      </ol>
                    ),
                  },
                  {
                    title: "Next attempt",
                    cell: ({ nextAttemptAt }) =>
                      nextAttemptAt === null ? (
                        <span class="muted">none</span>
                      ) : (
                        <Time at={nextAttemptAt} />
                      ),
                  },
                  {
                    title: "Redeliver",
                    cell: ({ eventId, status }) => (
                      <ActionButton
                        label={REDELIVER[status]}
                        run={({ control }) => control.postbacks.redeliver(eventId)}
                      />
                    ),
                  },
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

/** What sending a postback again means, by its status. */
const REDELIVER: Record<Postback["status"], string> = {
  PENDING: "Send now",
  FAILED: "Send again",
  DELIVERED: "Send a duplicate",
};

/** The receiver that the sandbox itself has, for postbacks before there is another. */
function ReceiverSection() {
  const receiver = useData(({ control }) => control.receiver.get().then(({ data }) => data));
  return (
    <Section title="Built-in receiver">
      <Loading of={receiver}>
        {({ path, behavior }) => (
          <>
            <p>
              Forms of this page send postbacks to <code class="long">{baseUrl + path}</code>. What
              it does with them:
            </p>
            <ul class="choices">
              {(formOf("control", "receiver.set").body?.properties?.behavior?.enum ?? []).map(
                (each) => (
                  <li key={`${each}`}>
                    <ActionButton
                      label={LABELS[`${each}`] ?? `${each}`}
                      problem={each === behavior ? "It does this now." : undefined}
                      run={({ control }) =>
                        control.receiver.set({ behavior: each as typeof behavior })
                      }
                    />
                  </li>
                ),
              )}
            </ul>
          </>
        )}
      </Loading>
    </Section>
  );
}

const LABELS: Record<string, string> = {
  accept: "Answer 200",
  fail: "Answer 500",
  hang: "Never answer",
  reset: "Cut the connection",
};
