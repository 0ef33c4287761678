import { type Api, type Clients, callOperation } from "../api.ts";
import { EventList } from "../components/events.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Filter, PAGE_SIZE, Pager, pageOf, Table } from "../components/table.tsx";
import { Copy, Fields, Money, ResourceLink, Status, Time } from "../components/values.tsx";
import { formOf, transitions } from "../contract.ts";
import { inWords } from "../format.ts";
import { useData } from "../live-data.ts";
import { addressOf, type Place } from "../router.ts";
import { ActionButton } from "./payments.tsx";

/** A kind of resource whose screen the contract can fill. */
interface Kind {
  type: string;
  /** The group of its operations. */
  group: string;
  /** The fields that its list shows. */
  columns: string[];
  /** What can be created here. */
  create: { api: Api; id: string; label: string }[];
  /** The name of the parameter with its id, and what can be done with one. */
  idParameter: string;
  actions?: { api: Api; id: string }[];
  /** The status schema of the control interface, whose transitions are decisions. */
  decisions?: string;
  /** The operation whose list has the ids. */
  list: { api: Api; id: string };
}

const kinds: Record<string, Kind> = {
  customers: {
    type: "customer",
    list: { api: "service", id: "customers.list" },
    group: "customers",
    columns: ["firstName", "lastName", "email", "document", "createdAt"],
    create: [{ api: "control", id: "customers.create", label: "Create a customer" }],
    idParameter: "customerId",
    actions: [
      { api: "service", id: "customers.update" },
      { api: "service", id: "customers.delete" },
    ],
  },
  cards: {
    type: "card",
    group: "cards",
    columns: ["cardBrand", "last4Digits", "customerId", "createdAt"],
    create: [{ api: "service", id: "cards.tokenize", label: "Tokenise a card" }],
    idParameter: "tokenizedCardId",
    actions: [{ api: "service", id: "cards.delete" }],
    list: { api: "control", id: "cards.list" },
  },
  subaccounts: {
    type: "subaccount",
    group: "subaccounts",
    list: { api: "control", id: "subaccounts.listWithIds" },
    columns: ["name", "companyType", "status", "createdAt"],
    create: [
      { api: "service", id: "subaccounts.createPf", label: "Create a PF subaccount" },
      { api: "service", id: "subaccounts.createPj", label: "Create a PJ subaccount" },
    ],
    idParameter: "subaccountId",
    actions: [{ api: "service", id: "subaccounts.delete" }],
    decisions: "SandboxSubaccountStatus",
  },
  "bank-accounts": {
    type: "bankAccount",
    list: { api: "service", id: "bankAccounts.list" },
    group: "bankAccounts",
    columns: ["holderName", "bankCode", "routingNumber", "accountNumber", "createdAt"],
    create: [{ api: "service", id: "bankAccounts.create", label: "Create a bank account" }],
    idParameter: "",
  },
  withdrawals: {
    type: "withdrawal",
    list: { api: "service", id: "withdrawals.list" },
    group: "withdrawals",
    columns: ["status", "amount", "liquidAmount", "withdrawalPaymentType", "createdAt"],
    create: [{ api: "control", id: "withdrawals.create", label: "Create a withdrawal" }],
    idParameter: "withdrawalId",
    decisions: "SandboxWithdrawalStatus",
  },
};

type Resource = Record<string, unknown> & { id: string | number };

export function ResourceList({ place }: { place: Place }) {
  const kind = kinds[place.screen] as Kind;
  const list = useData((clients) => listOf(clients, kind, place), [place]);
  const filters = filtersOf(kind);
  return (
    <Section
      title={`All ${inWords(kind.group)}`}
      actions={kind.create.map((operation) => (
        <OperationButton key={operation.id} {...operation} />
      ))}
    >
      {filters.length > 0 && (
        <div class="filters">
          {filters.map(({ name, schema }) => (
            <Filter
              key={name}
              place={place}
              name={name}
              label={name}
              {...(schema.enum && { values: schema.enum })}
            />
          ))}
        </div>
      )}
      <Loading of={list}>
        {({ data, total }) => (
          <>
            <Table
              label={inWords(kind.group)}
              rows={data}
              keyOf={({ id }) => id}
              empty={`There are no ${inWords(kind.group)}.`}
              columns={[
                { title: "Id", cell: ({ id }) => <ResourceLink type={kind.type} id={`${id}`} /> },
                ...kind.columns.map((name) => ({
                  title: inWords(name),
                  cell: (row: Resource) => <Cell name={name} value={row[name]} />,
                })),
              ]}
            />
            <Pager place={place} total={total} />
          </>
        )}
      </Loading>
    </Section>
  );
}

function filtersOf({ list: { api, id } }: Kind) {
  return formOf(api, id).parameters.filter(
    ({ in: where, name }) => where === "query" && name !== "page" && name !== "limit",
  );
}

async function listOf(
  clients: Clients,
  kind: Kind,
  place: Place,
): Promise<{ data: Resource[]; total: number }> {
  const page = { page: `${pageOf(place)}`, limit: `${PAGE_SIZE}` };
  const { api, id } = kind.list;
  const form = formOf(api, id);
  const parameters = { ...place.filters, ...page };
  const { data, meta } = (await callOperation(clients, api, form, {
    parameters,
    body: undefined,
  })) as unknown as {
    data: Resource[];
    meta: { total: number };
  };
  return { data, total: meta.total };
}

function Cell({ name, value }: { name: string; value: unknown }) {
  if (value === undefined || value === null) return <span class="muted">none</span>;
  if (name === "status") return <Status value={`${value}`} />;
  if (/amount$/i.test(name)) return <Money centavos={Number(value)} />;
  if (name === "createdAt") return <Time at={`${value}`} />;
  if (name === "customerId") return <ResourceLink type="customer" id={`${value}`} />;
  return <>{`${value}`}</>;
}

export function ResourceDetails({ place }: { place: Place }) {
  const kind = kinds[place.screen] as Kind;
  const resource = useData((clients) => resourceOf(clients, kind, place.id), [place.id]);
  const events = useData(
    ({ control }) =>
      control.events.list({ resourceId: place.id, limit: 100 }).then(({ data }) => data.reverse()),
    [place.id],
  );
  return (
    <>
      <p>
        <a href={addressOf({ companyId: place.companyId, screen: place.screen })}>
          All {inWords(kind.group)}
        </a>{" "}
        · <code>{place.id}</code> <Copy text={place.id} />
      </p>
      <Loading of={resource}>
        {(data) => (
          <Section title="Data" actions={<Actions kind={kind} id={place.id} resource={data} />}>
            <Fields value={data} />
          </Section>
        )}
      </Loading>
      <Section title="Timeline">
        <Loading of={events}>
          {(events) => <EventList events={events} empty="The timeline has no events of it." />}
        </Loading>
      </Section>
    </>
  );
}

async function resourceOf(clients: Clients, kind: Kind, id: string): Promise<object> {
  if (kind.idParameter === "") {
    const { data } = await listOf(clients, kind, { companyId: "", screen: "", id, filters: {} });
    const found = data.find((each) => `${each.id}` === id);
    if (!found)
      throw new Error(`No ${inWords(kind.type)} with this id is on the first page of the list.`);
    return found;
  }
  const form = formOf("service", `${kind.group}.get`);
  const parameters = { [kind.idParameter]: id };
  const { data } = await callOperation(clients, "service", form, { parameters, body: undefined });
  return data as object;
}

/** What can be done with a resource, and what a reviewer or a bank decides about it. */
function Actions({ kind, id, resource }: { kind: Kind; id: string; resource: object }) {
  const { status } = resource as { status?: string };
  const decisions = kind.decisions === undefined ? [] : (transitions[kind.decisions] ?? []);
  return (
    <div class="actions">
      {decisions.map(({ from, to, trigger }) => (
        <ActionButton
          key={to}
          label={`Set to ${to}`}
          problem={status === from ? undefined : `It is ${status}, and this needs ${from}.`}
          run={(clients) =>
            callOperation(clients, "control", formOf("control", trigger), {
              parameters: { [kind.idParameter]: id },
              body: { status: to },
            })
          }
        />
      ))}
      {kind.actions?.map((action) => (
        <OperationButton key={action.id} {...action} parameters={{ [kind.idParameter]: id }} />
      ))}
    </div>
  );
}
