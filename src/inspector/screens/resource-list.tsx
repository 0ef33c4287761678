import type { ComponentChildren } from "preact";
import { titleOf } from "../components/filters.tsx";
import { List } from "../components/list.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { FieldValue, ResourceLink } from "../components/values.tsx";
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
  const { columns = ["id", ...(form.columns ?? [])] } = row;
  // A resource of a subaccount is read in the context of the subaccount.
  const { [CONTEXT]: context = "" } = route.filters;
  const cells: Record<string, (data: Row) => ComponentChildren> = {
    id: (data) => <ResourceLink type={type} id={idOf(data)} filters={{ [CONTEXT]: context }} />,
    ...(row.cells as object),
  };
  const cellOf = (data: Row, name: string) =>
    cells[name]?.(data) ?? <FieldValue value={data[name]} kinds={form.returns} path={name} />;
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
        columns={columns.map((name) => ({
          title: titleOf(name),
          isNumber: form.returns[name] === "money",
          cell: (data) => cellOf(data, name),
        }))}
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
