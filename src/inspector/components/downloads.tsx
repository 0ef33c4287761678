import { reportNames } from "../../sandbox/contract-facts/report-columns.ts";
import { download } from "../api.ts";
import { texts } from "../language.ts";
import { ActionButton } from "./action-button.tsx";
import { Section } from "./layout.tsx";
import { Table } from "./table.tsx";

/** The id of the files on the page. */
export const FILES_ID = "files";

const FORMATS = [
  { name: "csv", query: { format: "csv" } },
  { name: "excel", query: { format: "csv", decimal: "comma" } },
  { name: "jsonLines", query: { format: "jsonl" } },
] as const;

/** Files of what the page shows, whole. Empty filters are left out. */
export function Downloads({ filters }: { filters: Record<string, string> }) {
  const given = Object.entries(filters).filter(([, value]) => value !== "");
  return (
    <Section id={FILES_ID} title={texts.money.files}>
      <p class="muted">{texts.money.filesNote}</p>
      <Table
        label={texts.money.files}
        rows={reportNames}
        keyOf={(report) => report}
        empty=""
        columns={[
          { title: texts.money.file, cell: (report) => texts.reports[report] },
          {
            title: texts.money.formats,
            cell: (report) => (
              <span class="actions">
                {FORMATS.map(({ name, query }) => (
                  <ActionButton
                    key={name}
                    label={texts.money[name]}
                    description={texts.reports[report]}
                    run={({ companyId }) =>
                      download(companyId, report, { ...Object.fromEntries(given), ...query })
                    }
                  />
                ))}
              </span>
            ),
          },
        ]}
      />
    </Section>
  );
}
