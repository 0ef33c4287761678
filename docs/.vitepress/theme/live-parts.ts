/** Where a page says that its site has live parts: the address of their bundle, docs/.vitepress/sandbox/panel.ts. */
export const LIVE_META = "centavo-live";

export const UNABLE = {
  en: "This browser cannot run the sandbox: it needs workers with modules. All else works.",
  "pt-BR":
    "Este navegador não consegue rodar o sandbox: ele precisa de workers com módulos. O resto funciona.",
};

/** What the buttons say before anything is loaded. */
const WORDS = {
  en: { send: "Send", change: "Change the values", run: "Run" },
  "pt-BR": { send: "Enviar", change: "Mudar os valores", run: "Rodar" },
};

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
      } catch {
        place.status.textContent = UNABLE[language];
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

function button(text: string, kind: string, press: () => Promise<void>): HTMLButtonElement {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: kind, textContent: text });
  made.onclick = async () => {
    made.ariaBusy = "true";
    await press();
    made.ariaBusy = null;
  };
  return made;
}
