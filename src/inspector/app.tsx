import type { ComponentChildren, FunctionComponent } from "preact";
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
import { LanguageSwitch } from "./components/language-switch.tsx";
import { Said } from "./components/layout.tsx";
import { SEARCH, SearchField } from "./components/search-field.tsx";
import { SignInAgain, SignInPage } from "./components/sign-in.tsx";
import { type Language, language, texts } from "./language.ts";
import {
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
import { MoneyScreen } from "./screens/money.tsx";
import { OperatorScreen } from "./screens/operator.tsx";
import { Overview } from "./screens/overview.tsx";
import { ResourceDetails } from "./screens/resource-details.tsx";
import { ResourceList } from "./screens/resource-list.tsx";
import { resources } from "./screens/resources.tsx";
import { Search } from "./screens/search.tsx";
import type { Texts } from "./texts.ts";

type ScreenName = keyof Texts["screens"];

/** The screens in the order of the navigation, by their groups. */
const groups: ScreenName[][] = [
  ["overview"],
  ["payments", "subscriptions", "customers", "cards"],
  ["money", "subaccounts", "bank-accounts", "withdrawals"],
  ["requests", "postbacks", "faults"],
  ["companies"],
];

/** The screens that are no list of resources. */
const others: Partial<Record<string, FunctionComponent<{ route: Route }>>> = {
  overview: Overview,
  money: MoneyScreen,
  faults: Faults,
  companies: Companies,
  [SEARCH]: Search,
};

/** How the page got in, or what keeps it out. */
type Entry =
  | { companies: Company[]; settings: Settings }
  | { problem: () => ComponentChildren }
  | undefined;

async function readEntry(): Promise<Entry> {
  const [companies, settings] = await Promise.all([inspector.companies(), inspector.settings()]);
  return { companies, settings };
}

/** What the page shows of one company, which needs nobody to sign in. */
function entryOf(company: Company, docsUrl: string | null): Entry {
  return { companies: [company], settings: { docsUrl, isShared: false, isOperator: false } };
}

interface AppProps {
  company: Company | undefined;
  docsUrl: string | null;
}

export function App({ company, docsUrl: docs }: AppProps) {
  const [entry, setEntry] = useState<Entry>(company && entryOf(company, docs));
  const enter = (problem: () => ComponentChildren = () => texts.signIn.how) =>
    void readEntry().then(setEntry, (error) =>
      setEntry({ problem: error instanceof SessionError ? problem : () => texts.shell.notRunning }),
    );
  useEffect(() => {
    if (company) return;
    const credentials = takeCredentials();
    if (credentials === undefined) return enter();
    // A reload of the first address goes on with the session that it opened.
    inspector.signIn(credentials).then(
      () => enter(),
      ({ message }: Error) => enter(() => <Said text={message} />),
    );
  }, []);
  if (!entry) return <p class="muted">{texts.shell.connecting}</p>;
  if ("problem" in entry) return <SignInPage problem={entry.problem()} onDone={() => enter()} />;
  const { companies, settings } = entry;
  const { isShared, isOperator } = settings;
  const docsUrl = docsIn(language, settings);
  if (isOperator) return <OperatorPage docsUrl={docsUrl} />;
  const hasSession = company === undefined;
  const reload = () =>
    company ? void readName(company).then((named) => setEntry(entryOf(named, docs))) : enter();
  const people = { companies, isShared, hasSession, docsUrl, reload };
  return <Inspector people={people} />;
}

/** The company with the name that it has now. */
async function readName(company: Company): Promise<Company> {
  const { data } = await clientsOf(company.id).control.companies.list();
  const { name, owner } = data.find(({ companyId }) => companyId === company.id) ?? company;
  return { ...company, name: name ?? null, owner: owner ?? null };
}

/** Where the docs are in a language. */
function docsIn(language: Language, { docsUrl }: Settings): string | null {
  return docsUrl === null || language === "en" ? docsUrl : `${docsUrl}/${language}`;
}

/** Takes a one-time code or an invitation out of the address, so that it stays neither there nor in the history. */
function takeCredentials(): Record<string, string> | undefined {
  const [, name, token = ""] = /^#(code|invitation)=([\w.-]+)$/.exec(location.hash) ?? [];
  if (name === undefined) return undefined;
  history.replaceState(null, "", location.pathname);
  return { [name]: token };
}

/** The page of the operator of a shared sandbox. */
function OperatorPage({ docsUrl }: { docsUrl: string | null }) {
  const clients = useMemo(() => clientsOf(OPERATOR), []);
  const live = useMemo(() => new LiveEvents({ companyId: OPERATOR }), []);
  const reload = () => location.reload();
  const people = { companies: [], isShared: true, hasSession: true, docsUrl, reload };
  useEffect(() => {
    document.title = `${texts.screens.companies} · ${texts.shell.product}`;
  }, [texts]);
  return (
    <SessionContext.Provider value={{ clients, live, people }}>
      <main id="main" tabIndex={-1}>
        <header class="bar">
          <h1>{texts.screens.companies}</h1>
          <Elsewhere docsUrl={docsUrl} />
        </header>
        <p class="muted">{texts.shell.operator}</p>
        <OperatorScreen />
      </main>
    </SessionContext.Provider>
  );
}

function Inspector({ people }: { people: People }) {
  const { companies } = people;
  const route = useRoute();
  const companyId = route.companyId || (companies[0]?.id ?? "");
  const live = useMemo(() => new LiveEvents({ companyId }), [companyId]);
  const clients = useMemo(() => clientsOf(companyId, () => live.look()), [companyId, live]);
  useEffect(() => () => live.close(), [live]);
  const name = (
    Object.hasOwn(texts.screens, route.screen) ? route.screen : "overview"
  ) as ScreenName;
  useEffect(() => {
    if (route.companyId === "" || route.screen !== name)
      location.replace(addressOf({ companyId, screen: name }));
  }, [route, companyId, name]);
  const List = others[name] ?? ResourceList;
  const title = texts.screens[name];
  useEffect(() => {
    document.title = `${route.id === "" ? title : `${title}: ${route.id}`} · ${texts.shell.product}`;
  }, [texts, title, route.id]);
  const current = { ...route, companyId, screen: name };
  return (
    // Nothing of one company may show in another.
    <SessionContext.Provider key={companyId} value={{ clients, live, people }}>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        {texts.shell.skip}
      </button>
      <Navigation route={current} />
      <main id="main" tabIndex={-1}>
        <header class="bar">
          <SearchField route={current} />
          <Elsewhere docsUrl={people.docsUrl} />
        </header>
        <h1>{title}</h1>
        <ConnectionNotice />
        <IfOpen>
          <ClockBar screen={name} />
          {route.id !== "" && name in resources ? (
            <ResourceDetails key={route.id} route={current} />
          ) : (
            <List key={name} route={current} />
          )}
        </IfOpen>
      </main>
    </SessionContext.Provider>
  );
}

function Navigation({ route }: { route: Route }) {
  const { companyId } = route;
  const faults = useData(({ control }) => control.faults.get().then(({ data }) => data.faults));
  const active = faults.data?.length ?? 0;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On a phone, the list is wider than the screen.
    list.current
      ?.querySelector("[aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [route.screen]);
  return (
    <nav class="screens" aria-label={texts.shell.navigation}>
      <strong>Centavo</strong>
      <CompanySwitch route={route} />
      <ul ref={list}>
        {groups.flat().map((screen) => (
          <li key={screen} class={groups.some(([first]) => first === screen) ? "group" : ""}>
            <a
              href={addressOf({ companyId, screen })}
              {...(screen === route.screen && { "aria-current": "page" })}
            >
              {texts.screens[screen]}{" "}
              {screen === "faults" && active > 0 && (
                <span class="status warn">{texts.shell.activeFaults(active)}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The ways out of the page: to the docs, and to the other language. */
function Elsewhere({ docsUrl }: { docsUrl: string | null }) {
  // A page without a session is part of the docs, and its data belong to its tab.
  const { hasSession } = useSession().people;
  return (
    <>
      {docsUrl !== null && (
        <a href={`${docsUrl}/`} {...(hasSession && { target: "_blank", rel: "noreferrer" })}>
          {texts.shell.docs}
        </a>
      )}
      <LanguageSwitch />
    </>
  );
}

/** The company of the screen, and the way to the others. */
function CompanySwitch({ route: { companyId, screen } }: { route: Route }) {
  const { companies } = useSession().people;
  const current = companies.find(({ id }) => id === companyId);
  if (companies.length < 2 || !current)
    return (
      <p>
        {texts.words.company}{" "}
        <CompanyName company={current ?? { id: companyId, name: null, owner: null }} />
      </p>
    );
  const go = (id: string) => {
    location.hash = addressOf({ companyId: id, screen });
  };
  return (
    <label title={companyId}>
      {texts.words.company}
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

/** What the page shows of a company. If the session does not open it, one message says so, in place of each read. */
function IfOpen({ children }: { children: ComponentChildren }) {
  const { connection } = useSession().live;
  useVersion();
  const isOpen = connection !== "connecting" && connection !== "signed out";
  return useIsListed() || isOpen ? children : null;
}

/** Whether the page has found the company. One that others created since may be open all the same. */
function useIsListed(): boolean {
  const { people, clients } = useSession();
  return people.companies.some(({ id }) => id === clients.companyId);
}

/** Says if the page no longer follows the sandbox, and how to go on. What was typed stays. */
function ConnectionNotice() {
  const { live } = useSession();
  const isListed = useIsListed();
  useVersion();
  if (live.connection === "live" || live.connection === "connecting") return null;
  if (live.connection !== "signed out") {
    return (
      <p class="problem" role="alert">
        {texts.shell[live.connection]}
      </p>
    );
  }
  return (
    <div class="problem" role="alert">
      <p>{isListed ? texts.shell.ended : texts.shell.notOpen}</p>
      <SignInAgain />{" "}
      <button type="button" class="quiet" onClick={goToFirstCompany}>
        {texts.shell.firstCompany}
      </button>
    </div>
  );
}

/** The address may name a company that the sandbox no longer has. */
function goToFirstCompany(): void {
  history.replaceState(null, "", location.pathname);
  location.reload();
}
