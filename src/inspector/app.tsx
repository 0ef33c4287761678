import type { FunctionComponent } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  type Company,
  clientsOf,
  inspector,
  OPERATOR,
  SessionError,
  type Settings,
} from "./api.ts";
import { ClockBar } from "./components/clock-bar.tsx";
import { CompanyName, titleOf } from "./components/company-actions.tsx";
import { SignInAgain, SignInPage } from "./components/sign-in.tsx";
import { shortId } from "./components/values.tsx";
import {
  type Connection,
  LiveEvents,
  type People,
  SessionContext,
  useData,
  useSession,
  useVersion,
} from "./live-data.ts";
import { addressOf, type Route, useRoute } from "./router.ts";
import { Companies } from "./screens/companies.tsx";
import { Faults } from "./screens/faults.tsx";
import { OperatorScreen } from "./screens/operator.tsx";
import { Overview } from "./screens/overview.tsx";
import { PaymentDetails, Payments } from "./screens/payments.tsx";
import { PostbackDetails, Postbacks } from "./screens/postbacks.tsx";
import { RequestDetails, Requests } from "./screens/requests.tsx";
import { ResourceDetails, ResourceList } from "./screens/resources.tsx";
import { SubscriptionDetails, Subscriptions } from "./screens/subscriptions.tsx";

/** A screen of the inspector: its list, and what it shows of one resource. */
interface Screen {
  title: string;
  /** Whether a group of screens begins with it. */
  isFirst?: true;
  list: FunctionComponent<{ route: Route }>;
  details?: FunctionComponent<{ route: Route }>;
}

const screens: Record<string, Screen> = {
  overview: { title: "Overview", list: Overview },
  payments: { title: "Payments", isFirst: true, list: Payments, details: PaymentDetails },
  subscriptions: { title: "Subscriptions", list: Subscriptions, details: SubscriptionDetails },
  customers: { title: "Customers", list: ResourceList, details: ResourceDetails },
  cards: { title: "Cards", list: ResourceList, details: ResourceDetails },
  subaccounts: {
    title: "Subaccounts",
    isFirst: true,
    list: ResourceList,
    details: ResourceDetails,
  },
  "bank-accounts": { title: "Bank accounts", list: ResourceList, details: ResourceDetails },
  withdrawals: { title: "Withdrawals", list: ResourceList, details: ResourceDetails },
  requests: { title: "Requests", isFirst: true, list: Requests, details: RequestDetails },
  postbacks: { title: "Postbacks", list: Postbacks, details: PostbackDetails },
  faults: { title: "Faults", list: Faults },
  companies: { title: "Companies", isFirst: true, list: Companies },
};

/** How the page got in, or what keeps it out. */
type Entry = { companies: Company[]; settings: Settings } | { problem: string } | undefined;

async function readEntry(): Promise<Entry> {
  const [companies, settings] = await Promise.all([inspector.companies(), inspector.settings()]);
  return { companies, settings };
}

export function App() {
  const [entry, setEntry] = useState<Entry>();
  const refuse = (error: Error) => setEntry({ problem: problemOf(error) });
  const enter = () => void readEntry().then(setEntry, refuse);
  useEffect(() => {
    const credentials = takeCredentials();
    if (credentials === undefined) return enter();
    inspector.signIn(credentials).then(enter, (error: Error) =>
      // A reload of the first address goes on with the session that it opened.
      readEntry().then(setEntry, () => refuse(error)),
    );
  }, []);
  if (!entry) return <p class="muted entering">Connecting to the sandbox…</p>;
  if ("problem" in entry) return <SignInPage problem={entry.problem} onDone={enter} />;
  if (entry.settings.isOperator) return <OperatorPage />;
  const { companies, settings } = entry;
  return <Inspector people={{ companies, isShared: settings.isShared, reload: enter }} />;
}

/** Takes a one-time code or an invitation out of the address, so that it stays neither there nor in the history. */
function takeCredentials(): { code: string } | { invitation: string } | undefined {
  const [, name, token = ""] = /^#(code|invitation)=([\w.-]+)$/.exec(location.hash) ?? [];
  if (name === undefined) return undefined;
  history.replaceState(null, "", location.pathname);
  return name === "code" ? { code: token } : { invitation: token };
}

/** The page of the operator of a shared sandbox. */
function OperatorPage() {
  const clients = useMemo(() => clientsOf(OPERATOR), []);
  const live = useMemo(() => new LiveEvents({ companyId: OPERATOR }), []);
  const people = { companies: [], isShared: true, reload: () => location.reload() };
  useEffect(() => {
    document.title = "Companies · Centavo inspector";
  }, []);
  return (
    <SessionContext.Provider value={{ clients, live, people }}>
      <main id="main" class="operator" tabIndex={-1}>
        <h1>Companies</h1>
        <p class="muted">
          You operate this sandbox. To see the data of a company, invite yourself: its timeline
          shows it. In the same browser, an invitation ends this session; your key opens it again.
        </p>
        <OperatorScreen />
      </main>
    </SessionContext.Provider>
  );
}

function problemOf(error: Error): string {
  if (error instanceof SessionError) return error.message;
  return "The sandbox does not answer. Is it still running? Start it, then open the address that it prints.";
}

function Inspector({ people }: { people: People }) {
  const { companies } = people;
  const route = useRoute();
  const companyId = route.companyId || (companies[0]?.id ?? "");
  const clients = useMemo(() => clientsOf(companyId), [companyId]);
  const live = useMemo(() => new LiveEvents({ companyId }), [companyId]);
  useEffect(() => () => live.close(), [live]);
  const name = route.screen in screens ? route.screen : "overview";
  useEffect(() => {
    if (route.companyId === "" || route.screen !== name)
      location.replace(addressOf({ companyId, screen: name }));
  }, [route, companyId, name]);
  const { title, list: List, details: Details } = screens[name] as Screen;
  useEffect(() => {
    document.title = `${route.id === "" ? title : `${title}: ${route.id}`} · Centavo inspector`;
  }, [title, route.id]);
  const current = { ...route, companyId, screen: name };
  return (
    // Nothing of one company may show in another.
    <SessionContext.Provider key={companyId} value={{ clients, live, people }}>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the content
      </button>
      <Navigation route={current} />
      <main id="main" tabIndex={-1}>
        <h1>{title}</h1>
        <ConnectionNotice />
        <ClockBar screen={name} />
        {route.id !== "" && Details ? (
          <Details key={route.id} route={current} />
        ) : (
          <List key={name} route={current} />
        )}
      </main>
    </SessionContext.Provider>
  );
}

function Navigation({ route }: { route: Route }) {
  const { companyId } = route;
  const faults = useData(({ control }) => control.faults.get().then(({ data }) => data.faults));
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On a phone, the list is wider than the screen.
    list.current
      ?.querySelector("[aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [route.screen]);
  return (
    <nav class="screens" aria-label="Screens">
      <strong>Centavo</strong>
      <CompanySwitch route={route} />
      <ul ref={list}>
        {Object.entries(screens).map(([screen, { title, isFirst }]) => (
          <li key={screen} class={isFirst ? "group" : ""}>
            <a
              href={addressOf({ companyId, screen })}
              {...(screen === route.screen && { "aria-current": "page" })}
            >
              {title}
              {screen === "faults" && (faults.data?.length ?? 0) > 0 && (
                <>
                  {" "}
                  <span class="status warn">{faults.data?.length} active</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The company of the screen, and the way to the others. */
function CompanySwitch({ route: { companyId, screen } }: { route: Route }) {
  const { companies } = useSession().people;
  const current = companies.find(({ id }) => id === companyId);
  if (companies.length < 2 || !current)
    return (
      <p>
        company{" "}
        {current ? (
          <CompanyName company={current} />
        ) : (
          <code title={companyId}>{shortId(companyId)}</code>
        )}
      </p>
    );
  const go = (id: string) => {
    location.hash = addressOf({ companyId: id, screen });
  };
  return (
    <label class="switch" title={companyId}>
      company
      <select value={companyId} onChange={({ currentTarget }) => go(currentTarget.value)}>
        {companies.map((company) => (
          <option key={company.id} value={company.id}>
            {titleOf(company)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Says if the page no longer follows the sandbox, and how to go on. What was typed stays. */
function ConnectionNotice() {
  const { live } = useSession();
  useVersion();
  if (live.connection === "live" || live.connection === "connecting") return null;
  const notice = notices[live.connection];
  if (notice) {
    return (
      <p class="problem" role="alert">
        {notice}
      </p>
    );
  }
  return (
    <div class="problem" role="alert">
      <p>The session has ended, or the sandbox no longer has this company.</p>
      <SignInAgain onDone={() => live.reconnect()} />{" "}
      <button type="button" class="quiet" onClick={goToFirstCompany}>
        Go to the first company
      </button>
    </div>
  );
}

/** What to do if the page connects again by itself. */
const notices: Partial<Record<Connection, string>> = {
  gone: "The sandbox does not answer. The page connects again by itself as soon as it runs.",
  crowded:
    "Too many pages and programs follow the events of this company, so this page may be out of date. Close one of them: the page then connects again by itself.",
};

/** The address may name a company that the sandbox no longer has. */
function goToFirstCompany(): void {
  history.replaceState(null, "", location.pathname);
  location.reload();
}
