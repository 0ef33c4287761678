import type { ResourceType } from "../../contract/resource-types.ts";
import { type Api, callOperation } from "../api.ts";
import { ActionButton, statusProblem } from "../components/action-button.tsx";
import { ListLink, Loading, Section } from "../components/layout.tsx";
import { List } from "../components/list.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Timeline } from "../components/timeline.tsx";
import { Fields, FieldValue, ResourceLink, Status } from "../components/values.tsx";
import { formOf, transitions } from "../contract.ts";
import { capital, labelOf } from "../labels.ts";
import { inLanguage, texts, withMeaning } from "../language.ts";
import { useData } from "../live-data.ts";
import { idParameterOf, readResource } from "../read-resource.ts";
import { addressOf, type Route } from "../router.ts";

/** A screen that the contract can fill. */
interface ResourceScreen {
  type: ResourceType;
  /** The operation whose list has the ids. */
  list: { api: Api; id: string };
  create: { api: Api; id: string }[];
  /** The operation that reads one. Without it, one is found in the list. */
  get?: string;
  /** The operations that change one. */
  actions?: string[];
  /** The status schema whose transitions a reviewer or a bank decides. */
  decisions?: string;
}

/** The screens that show resources as the contract has them. */
type ScreenName =
  | "subscriptions"
  | "customers"
  | "cards"
  | "subaccounts"
  | "bank-accounts"
  | "withdrawals";

const screens: Record<string, ResourceScreen> = {
  subscriptions: {
    type: "subscription",
    list: { api: "service", id: "subscriptions.list" },
    create: [{ api: "control", id: "subscriptions.create" }],
  },
  customers: {
    type: "customer",
    list: { api: "service", id: "customers.list" },
    create: [{ api: "control", id: "customers.create" }],
    get: "customers.get",
    actions: ["customers.update", "customers.delete"],
  },
  cards: {
    type: "card",
    list: { api: "control", id: "cards.list" },
    create: [{ api: "service", id: "cards.tokenize" }],
    get: "cards.get",
    actions: ["cards.delete"],
  },
  subaccounts: {
    type: "subaccount",
    list: { api: "control", id: "subaccounts.listWithIds" },
    create: [
      { api: "service", id: "subaccounts.createPf" },
      { api: "service", id: "subaccounts.createPj" },
    ],
    get: "subaccounts.get",
    actions: ["subaccounts.delete"],
    decisions: "SandboxSubaccountStatus",
  },
  "bank-accounts": {
    type: "bankAccount",
    list: { api: "service", id: "bankAccounts.list" },
    create: [{ api: "service", id: "bankAccounts.create" }],
  },
  withdrawals: {
    type: "withdrawal",
    list: { api: "service", id: "withdrawals.list" },
    create: [{ api: "control", id: "withdrawals.create" }],
    get: "withdrawals.get",
    decisions: "SandboxWithdrawalStatus",
  },
};

type Resource = Record<string, unknown> & { id: string | number };

export function ResourceList({ route }: { route: Route }) {
  const { type, list, create } = screens[route.screen] as ResourceScreen;
  const name = route.screen as ScreenName;
  const { returns: kinds, columns = [] } = formOf(list.api, list.id);
  // A resource of a subaccount is read in the context of the subaccount.
  const { [CONTEXT]: context = "" } = route.filters;
  return (
    <List<Resource>
      route={route}
      title={texts.all[name]}
      operation={list}
      keyOf={({ id }) => id}
      empty={texts.resources[name]}
      columns={[
        {
          title: texts.words.id,
          cell: ({ id }) => (
            <ResourceLink type={type} id={`${id}`} filters={{ [CONTEXT]: context }} />
          ),
        },
        ...columns.map((name) => ({
          title: inLanguage(labelOf(name)),
          cell: (row: Resource) => <FieldValue value={row[name]} kinds={kinds} path={name} />,
        })),
      ]}
      actions={create.map((operation) => (
        <OperationButton
          key={operation.id}
          {...operation}
          {...(context !== "" && { parameters: { [CONTEXT]: context } })}
        />
      ))}
    />
  );
}

/** The header parameter that names a subaccount. */
const CONTEXT = "x-subaccount-id";

export function ResourceDetails({ route }: { route: Route }) {
  const screen = screens[route.screen] as ResourceScreen;
  const { id, filters } = route;
  const { returns: kinds } = screen.get
    ? formOf("service", screen.get)
    : formOf(screen.list.api, screen.list.id);
  const resource = useData(
    (clients) => readResource(clients, screen, id, filters[CONTEXT]),
    [route.screen, id, filters],
  );
  return (
    <>
      <ListLink route={route} />
      {screen.type === "subaccount" && <OfSubaccount route={route} />}
      <Loading of={resource}>
        {(data) => (
          <Section
            title={capital(texts.kinds[screen.type])}
            actions={typeof data.status === "string" && <Status value={data.status} />}
          >
            <Actions screen={screen} id={id} resource={data} />
            <Fields value={data} kinds={kinds} />
          </Section>
        )}
      </Loading>
      <Timeline resourceId={id} />
    </>
  );
}

/** Links to the lists that a subaccount has of its own. */
function OfSubaccount({ route: { companyId, id } }: { route: Route }) {
  return (
    <p class="actions">
      {(["bank-accounts", "withdrawals"] as const).map((screen) => (
        <a key={screen} href={addressOf({ companyId, screen, filters: { [CONTEXT]: id } })}>
          {texts.itsOwn[screen]}
        </a>
      ))}
    </p>
  );
}

interface ActionsProps {
  screen: ResourceScreen;
  id: string;
  resource: Record<string, unknown>;
}

/** What can be done with a resource, and what a reviewer or a bank decides about it. */
function Actions({ screen: { get, actions = [], decisions = "" }, id, resource }: ActionsProps) {
  if (!get) return null;
  const parameters = { [idParameterOf(get)]: id };
  const status = `${resource.status}`;
  return (
    <div class="actions">
      {(transitions[decisions] ?? []).map(({ from, to, trigger }) => (
        <ActionButton
          key={to}
          label={texts.resources.setTo(withMeaning(to))}
          problem={statusProblem(status, [from ?? []].flat())}
          run={(clients) =>
            callOperation(clients, "control", formOf("control", trigger), {
              parameters,
              body: { status: to },
            })
          }
        />
      ))}
      {actions.map((operationId) => (
        <OperationButton
          key={operationId}
          api="service"
          id={operationId}
          parameters={parameters}
          fields={resource}
        />
      ))}
    </div>
  );
}
