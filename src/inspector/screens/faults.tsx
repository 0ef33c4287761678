import type { Fault } from "../../../generated/sandbox-control-types.ts";
import type { Clients } from "../api.ts";
import { ActionButton } from "../components/action-button.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { OperationForm } from "../components/operation-form.tsx";
import { Fields } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { texts } from "../language.ts";
import { useData } from "../live-data.ts";

export function Faults() {
  const active = useData(({ control }) => control.faults.get().then(({ data }) => data));
  return (
    <>
      <Loading of={active}>{({ faults }) => <ActiveFaults faults={faults} />}</Loading>
      <Section title={texts.faults.set}>
        <p class="muted">{texts.faults.scope}</p>
        <OperationForm api="control" id="faults.set" />
      </Section>
    </>
  );
}

const { returns } = formOf("control", "faults.get");

function ActiveFaults({ faults }: { faults: Fault[] }) {
  if (faults.length === 0) return <p class="muted">{texts.faults.normal}</p>;
  const set = (left: Fault[]) => (clients: Clients) => clients.control.faults.set({ faults: left });
  return (
    <Section
      title={texts.faults.active}
      actions={<ActionButton label={texts.faults.clearAll} run={set([])} />}
    >
      <ul class="choices">
        {faults.map((fault, index) => (
          <li key={index}>
            <Fields value={fault} kinds={returns} path="faults" />
            <ActionButton label={texts.faults.clear} run={set(faults.toSpliced(index, 1))} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
