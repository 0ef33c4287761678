import { type Cells, columnsOf } from "../components/columns.tsx";
import { List } from "../components/list.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { ResourceLink } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { texts } from "../language.ts";
import type { Resource } from "../resource.ts";
import type { Route } from "../router.ts";
import { CONTEXT, resources } from "./resources.tsx";

type Row = Record<string, unknown>;

/** The list of a type of resource. */
export function ResourceList({ route }: { route: Route }) {
  const name = route.screen as keyof typeof resources;
  const { type, list, create = [], choices, Above, ...row }: Resource<never> = resources[name];
  const form = formOf(list.api, list.id);
  // A resource of a subaccount is read in the context of the subaccount.
  const { [CONTEXT]: context = "" } = route.filters;
  const cells: Cells<Row> = {
    id: (data) => <ResourceLink type={type} id={idOf(data)} filters={{ [CONTEXT]: context }} />,
    ...(row.cells as object),
  };
  return (
    <>
      {Above && <Above />}
      <List<Row>
        route={route}
        title={texts.all[name]}
        operation={list}
        choices={choices}
        keyOf={idOf}
        empty={texts.resources[name]}
        columns={columnsOf(form, cells, row.columns ?? ["id", ...(form.columns ?? [])])}
        actions={create.map((operation) => (
          <OperationButton
            key={operation.id}
            {...operation}
            {...(context !== "" && { parameters: { [CONTEXT]: context } })}
          />
        ))}
      />
    </>
  );
}

/** A postback has the id of its event. */
function idOf({ id, eventId }: Row): string {
  return `${id ?? eventId}`;
}
