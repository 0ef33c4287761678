import { groupOf } from "../../contract/resource-types.ts";
import { type Clients, callOperation } from "../api.ts";
import { control, type Form, service, type Transition, transitions } from "../contract.ts";
import { inLanguage, texts, withMeaning } from "../language.ts";
import { type Data, valuesFor } from "../read-resource.ts";
import type { Resource } from "../resource.ts";
import { ActionButton } from "./action-button.tsx";

interface ChangesProps {
  row: Resource<never>;
  id: string;
  data: Data;
}

/** A button for each change of status that is possible now, or that there is none, and folded below the others, with the reasons. */
export function Changes(props: ChangesProps) {
  const changes = changesOf(props);
  const possible = changes.filter(({ problem }) => problem === undefined);
  const impossible = changes.filter(({ problem }) => problem !== undefined);
  if (changes.length === 0) return null;
  return (
    <>
      {possible.length === 0 ? (
        <p class="muted">{texts.actions.none}</p>
      ) : (
        <div class="actions">
          {possible.map(({ problem, ...change }) => (
            <ActionButton key={change.label} {...change} />
          ))}
        </div>
      )}
      {impossible.length > 0 && (
        <details>
          <summary>{texts.payments.impossible(impossible.length)}</summary>
          <ul>
            {impossible.map(({ label, problem }) => (
              <li key={label}>
                {label} <small>{problem}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The changes of status that the contract has for such a resource, and that somebody can cause. */
function changesOf({ row: { type, statuses = "", refusals = {} }, id, data }: ChangesProps) {
  const { status, paymentMethod } = data;
  return (transitions[statuses] ?? []).flatMap((transition) => {
    const { from, to, trigger, paymentMethods } = transition;
    const operation = operationOf(transition, groupOf(type));
    const sources = [from ?? []].flat().filter((each) => each !== to);
    const isOther = paymentMethods && !paymentMethods.includes(`${paymentMethod}`);
    if (!operation || sources.length === 0 || isOther) return [];
    const { api, form } = operation;
    const refusal = refusals[trigger]?.(data as never);
    return {
      label: changeLabel(transition, form),
      problem: sources.includes(`${status}`)
        ? refusal && <span lang="pt-BR">{refusal}</span>
        : texts.actions.wrongStatus(`${status}`, sources.join(` ${texts.values.or} `)),
      run: (clients: Clients) => {
        const { parameters, body } = valuesFor(form, type, id);
        const ofControl = api === "control" && { status: to };
        return callOperation(clients, api, form, { parameters, body: { ...body, ...ofControl } });
      },
      isDestructive: to === "DELETED",
    };
  });
}

/** The operation that causes a change: the one that the contract names, or else the one that sets any status. */
function operationOf({ trigger }: Transition, group: string) {
  const named = service.find(({ id }) => id === trigger);
  if (named) return { api: "service" as const, form: named };
  const form = control.find(({ id }) => id === `${group}.setStatus`);
  return form && { api: "control" as const, form };
}

function changeLabel({ to, trigger }: Transition, { id, summary }: Form): string {
  if (trigger.endsWith(".setStatus")) return texts.resources.setTo(withMeaning(to));
  return `${inLanguage(trigger === id ? summary : trigger).replace(/\.$/, "")} → ${to}`;
}
