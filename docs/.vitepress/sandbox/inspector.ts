import { chooseLanguage } from "../../../src/inspector/language.ts";
import { mountInspector } from "../../../src/inspector/mount-inspector.tsx";
import { whyNot } from "../theme/live-parts.ts";
import { element } from "./elements.ts";
import { labels, language } from "./labels.ts";
import { here, startOver, type TabSandbox, tabSandbox } from "./tab-sandbox.ts";

const FILE = "centavo-state.ndjson";
const SITE = new URL("..", here).href.replace(/\/$/, "");
const app = document.getElementById("app") as HTMLElement;

async function start(): Promise<void> {
  const asked = new URLSearchParams(location.search).get("in");
  if (asked === "en" || asked === "pt-BR") chooseLanguage(asked);
  // What the reader chooses from now on holds when the page is loaded again.
  history.replaceState(history.state, "", location.pathname + location.hash);
  const { companyId: id, past } = await tabSandbox();
  // The tab may have another sandbox by then.
  const fetch = async (request: Request) => (await tabSandbox()).fetch(request);
  const company = { id, name: null, owner: null };
  mountInspector(app, { fetch, baseUrl: location.origin, company, docsUrl: SITE });
  const bar = element("aside", "");
  bar.className = "around";
  bar.ariaLabel = "Centavo";
  const show = () => bar.replaceChildren(...ways(past));
  show();
  // The inspector changes the language of the page.
  new MutationObserver(show).observe(document.documentElement, { attributeFilter: ["lang"] });
  app.before(bar);
}

/** The ways back to the docs, to a new beginning, and on to a machine. */
function ways(past: TabSandbox["past"]): HTMLElement[] {
  const say = labels();
  const about = element("p", `${say.inspector} ${past ? `${say[past]} ` : ""}`);
  const anew = button(say.anew, async () => {
    await startOver();
    location.hash = "";
    location.reload();
  });
  about.append(anew);
  const take = element("details", "");
  const command = element("pre", `npx --no-install centavo sandbox --state ${FILE}`);
  command.tabIndex = 0;
  const install = element("a", say.install);
  install.href = `${SITE}/${say.installPage}`;
  take.append(
    element("summary", say.take),
    element("p", say.takeNote),
    button(say.download, download),
    install,
    element("p", say.takeRun),
    command,
  );
  return [about, take];
}

async function download(): Promise<void> {
  const { ask } = await tabSandbox();
  const state = await ask("save", { withKeys: false });
  const link = element("a", "");
  link.href = URL.createObjectURL(new Blob([state], { type: "application/x-ndjson" }));
  link.download = FILE;
  link.click();
  // Some browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function button(text: string, press: () => unknown): HTMLElement {
  const made = element("button", text);
  made.type = "button";
  made.className = "quiet";
  made.onclick = press;
  return made;
}

start().catch((error) => app.append(element("p", whyNot(error, language()))));
