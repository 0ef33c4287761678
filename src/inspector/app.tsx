import type { FunctionComponent } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Company, clientsOf, inspector, SessionError } from "./api.ts";
import { ClockBar } from "./components/clock-bar.tsx";
import { SignInAgain, SignInPage } from "./components/sign-in.tsx";
import { shortId } from "./components/values.tsx";
import {
  type Connection,
  LiveEvents,
  SessionContext,
  useData,
  useSession,
  useVersion,
} from "./live-data.ts";
import { addressOf, type Route, useRoute } from "./router.ts";
import { Companies } from "./screens/companies.tsx";
import { Faults } from "./screens/faults.tsx";
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
type Entry = { companies: Company[] } | { problem: string } | undefined;

export function App() {
  const [entry, setEntry] = useState<Entry>();
  const enter = () => {
    inspector.companies().then(
      (companies) => setEntry({ companies }),
      (error: Error) => setEntry({ problem: problemOf(error) }),
    );
  };
  useEffect(() => {
    const code = takeCode();
    if (code === undefined) return enter();
    inspector.signIn({ code }).then(enter, (error: Error) =>
      // A reload of the first address goes on with the session that it opened.
      inspector.companies().then(
        (companies) => setEntry({ companies }),
        () => setEntry({ problem: problemOf(error) }),
      ),
    );
  }, []);
  if (!entry) return <p class="muted entering">Connecting to the sandbox…</p>;
  if ("problem" in entry) return <SignInPage problem={entry.problem} onDone={enter} />;
  return <Inspector companies={entry.companies} />;
}

/** Takes the one-time code out of the address, so that it stays neither there nor in the history. */
function takeCode(): string | undefined {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (code !== undefined) history.replaceState(null, "", location.pathname);
  return code;
}

function problemOf(error: Error): string {
  if (error instanceof SessionError) return error.message;
  return "The sandbox does not answer. Is it still running? Start it, then open the address that it prints.";
}

function Inspector({ companies }: { companies: Company[] }) {
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
    <SessionContext.Provider key={companyId} value={{ clients, live }}>
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
      <p>
        company <code title={companyId}>{shortId(companyId)}</code>
      </p>
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
