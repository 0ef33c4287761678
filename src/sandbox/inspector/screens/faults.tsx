import { Loading, Section } from "../components/layout.tsx";
import { OperationForm } from "../components/operation-form.tsx";
import { Json } from "../components/values.tsx";
import { useData } from "../live-data.ts";
import { ActionButton } from "./payments.tsx";

export function Faults() {
  const active = useData(({ control }) => control.faults.get().then(({ data }) => data.faults));
  return (
    <>
      <Section
        title="Active faults"
        actions={
          <ActionButton
            label="Clear all"
            problem={active.data?.length === 0 ? "There are none." : undefined}
            run={({ control }) => control.faults.set({ faults: [] })}
          />
        }
      >
        <Loading of={active}>
          {(faults) =>
            faults.length === 0 ? (
              <p class="muted">Every request gets its normal response.</p>
            ) : (
              <ul>
                {faults.map((fault, index) => (
                  <li key={index}>
                    <Json value={fault} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loading>
      </Section>
      <Section title="Set faults">
        <p class="muted">
          They replace the active ones, and affect what programs send, not what this page reads.
        </p>
        <OperationForm api="control" id="faults.set" />
      </Section>
    </>
  );
}
