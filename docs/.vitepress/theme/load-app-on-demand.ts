import { enhanceOperation, listenToReaders } from "./operation-page.ts";

/**
 * A page of an operation works without VitePress's application, which is heavier than the page. It comes once a reader
 * turns to the header, the sidebar or a button that it answers.
 */
const APP_ANSWERS = ".VPNav, .VPLocalNav, .VPSidebar, .VPDocFooter, button.copy";
const { app = "" } = (document.currentScript as HTMLScriptElement).dataset;

let loading: Promise<unknown> | undefined;

/**
 * Settles when the application works, or cannot be loaded, as after a new deployment. The page stays where it is, which
 * the application would scroll to its top.
 */
function load(): Promise<unknown> {
  loading ??= new Promise((resolve, reject) => {
    let top = scrollY;
    const listeners = new AbortController();
    const { signal } = listeners;
    const mounted = () => {
      listeners.abort();
      scrollTo({ top, behavior: "instant" });
      resolve(undefined);
    };
    addEventListener("scroll", () => (top = scrollY), { signal });
    addEventListener("centavo-mounted", mounted, { signal });
    import(app).catch((error) => {
      listeners.abort();
      loading = undefined;
      reject(error);
    });
  });
  return loading;
}

function appAnswers(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(APP_ANSWERS) !== null;
}

const isMounted = () => document.documentElement.classList.contains("mounted");

for (const turn of ["pointerover", "focusin"])
  addEventListener(turn, ({ target }) => appAnswers(target) && load());

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", load);

// What a reader presses before the application is there is pressed again.
addEventListener(
  "click",
  async ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button || isMounted() || !appAnswers(button)) return;
    await load();
    button.click();
  },
  true,
);
/**
 * The sandbox of a page ends with the page. So once there is one, the application turns the pages, which keeps it and its
 * timeline.
 */
addEventListener(
  "click",
  async (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isPlain = button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
    const leads = link && !link.target && link.href.split("#")[0] !== location.href.split("#")[0];
    if (!isPlain || !leads || isMounted() || !("live" in document.documentElement.dataset)) return;
    event.preventDefault();
    try {
      await load();
      link.click();
    } catch {
      location.assign(link.href);
    }
  },
  true,
);

addEventListener("keydown", async (event) => {
  const { key, ctrlKey, metaKey, target } = event;
  const isTyping = target instanceof Element && target.matches("input, select, textarea");
  const isSearch = key.toLowerCase() === "k" ? ctrlKey || metaKey : key === "/" && !isTyping;
  if (!isSearch || isMounted()) return;
  event.preventDefault();
  await load();
  target?.dispatchEvent(new KeyboardEvent("keydown", event));
});

// What the application would show at once.
const here = document.querySelector(`.VPSidebar a[href$="${location.pathname}"]`);
here?.closest(".VPSidebarItem")?.classList.add("is-active");
for (const each of document.querySelectorAll(".VPSwitchAppearance"))
  each.ariaChecked = `${document.documentElement.classList.contains("dark")}`;

listenToReaders();
enhanceOperation();
if (new URLSearchParams(location.search).has("search")) void load();
