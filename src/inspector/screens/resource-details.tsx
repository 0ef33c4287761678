import { LatestPostback } from "../components/attempts.tsx";
import { Changes } from "../components/changes.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Timeline } from "../components/timeline.tsx";
import { Copy, Fields, HttpStatus, Money, Status, shortId } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { capital } from "../labels.ts";
import { texts } from "../language.ts";
import { useData } from "../live-data.ts";
import { type Data, kindsOf, readResource, valuesFor } from "../read-resource.ts";
import type { Resource } from "../resource.ts";
import type { Route } from "../router.ts";
import { CONTEXT, resources } from "./resources.tsx";

/** One resource: what it is and what can become of it, what happened to it, and all its fields. */
export function ResourceDetails({ route: { screen, id, filters } }: { route: Route }) {
  const row: Resource<never> = resources[screen as keyof typeof resources];
  const loaded = useData(
    (clients) => readResource(clients, row, id, filters[CONTEXT]),
    [screen, id, filters],
  );
  const { Aside, elsewhere = [] } = row;
  const isShown = ([name]: [string, unknown]) => !elsewhere.includes(name);
  return (
    <Loading of={loaded}>
      {(data) => (
        <div class="columns">
          <Summary row={row} id={id} data={data} />
          {Aside ? <Aside data={data as never} /> : <Timeline resourceId={id} />}
          <Section title={texts.words.data}>
            <Fields
              value={Object.fromEntries(Object.entries(data).filter(isShown))}
              kinds={kindsOf(row)}
            />
          </Section>
        </div>
      )}
    </Loading>
  );
}

/** What is seen in one look: the status, the amount, what can become of it, its postback, and what only its type has. */
function Summary({ row, id, data }: { row: Resource<never>; id: string; data: Data }) {
  const { type, actions = [], hasPostbacks, Extra } = row;
  const { status, amount } = data;
  return (
    <Section
      title={capital(texts.kinds[type])}
      actions={
        <>
          {typeof status === "string" && <Status value={status} />}
          {type === "request" && <HttpStatus value={status as number | null} />}
          <Copy text={id} label={`${texts.values.copy} ${shortId(id)}`} />
        </>
      }
    >
      {typeof amount === "number" && (
        <p class="amount">
          <Money centavos={amount} />
        </p>
      )}
      <Changes row={row} id={id} data={data} />
      {hasPostbacks && <LatestPostback resourceId={id} />}
      {Extra && <Extra data={data as never} />}
      {actions.length > 0 && (
        <div class="actions">
          {actions.map(({ api, id: operationId }) => {
            const { parameters, body } = valuesFor(formOf(api, operationId), type, id);
            return (
              <OperationButton
                key={operationId}
                api={api}
                id={operationId}
                parameters={parameters}
                fields={{ ...data, ...body }}
              />
            );
          })}
        </div>
      )}
    </Section>
  );
}
