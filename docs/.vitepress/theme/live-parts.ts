/** Where a page says that its site has live parts: the address of their bundle, docs/.vitepress/sandbox/panel.ts. */
export const LIVE_META = "centavo-live";

const UNABLE = {
  en: "This browser cannot run the sandbox: it needs module workers. All else works.",
  "pt-BR":
    "Este navegador não consegue rodar o sandbox: ele precisa de module workers. O resto funciona.",
};
const FAILED = {
  en: "The sandbox could not be loaded. Reload the page.",
  "pt-BR": "Não foi possível carregar o sandbox. Recarregue a página.",
};

/** What the buttons say before anything is loaded. */
const WORDS = {
  en: { send: "Send", change: "Change the values", run: "Run" },
  "pt-BR": { send: "Enviar", change: "Mudar os valores", run: "Rodar" },
};

/** Says why there is no sandbox. */
export function whyNot(error: unknown, language: keyof typeof FAILED): string {
  if (typeof Worker === "undefined") return UNABLE[language];
  console.error(error);
  return FAILED[language];
}

type Panel = typeof import("../sandbox/panel.ts");
/** The parts of a place: its buttons, a line that screen readers follow, and what the bundle shows. */
export interface Place {
  root: HTMLElement;
  status: HTMLElement;
  shown: HTMLElement;
}

/**
 * Gives the calls and the programs of a page their buttons. The first press loads what they need. Without a script the
 * places stay empty.
 */
export function enhanceLiveParts(root: ParentNode): void {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${LIVE_META}"]`);
  if (!meta || location.protocol === "file:") return;
  const language = document.documentElement.lang === "pt-BR" ? "pt-BR" : "en";
  const words = WORDS[language];
  for (const element of root.querySelectorAll<HTMLElement>(".live:empty")) {
    const place = {
      root: element,
      status: document.createElement("p"),
      shown: document.createElement("div"),
    };
    const use = async (press: (panel: Panel) => unknown) => {
      try {
        await press((await import(/* @vite-ignore */ meta.content)) as Panel);
      } catch (error) {
        place.status.textContent = whyNot(error, language);
      }
    };
    place.status.setAttribute("role", "status");
    const isCall = element.dataset.call !== undefined;
    element.append(
      isCall
        ? button(words.send, "send", () => use(({ send }) => send(place)))
        : button(words.run, "send", () => use(({ run }) => run(place))),
      ...(isCall ? [button(words.change, "plain", () => use(({ edit }) => edit(place)))] : []),
      place.status,
      place.shown,
    );
  }
}

/** A button that takes no second press while it works, and keeps the focus. */
export function button(text: string, kind: string, press: () => Promise<void>): HTMLButtonElement {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: kind, textContent: text });
  made.onclick = async () => {
    if (made.ariaBusy) return;
    made.ariaBusy = "true";
    await press().finally(() => {
      made.ariaBusy = null;
    });
  };
  return made;
}
