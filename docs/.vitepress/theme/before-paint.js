// Runs in the head of each page, before anything is painted and before the modules load.
const { dataset } = document.documentElement;
const { base, up } = document.currentScript.dataset;

if (location.protocol === "file:") {
  // No module runs in a page that was opened as a file. Its text is there, but its addresses begin at the root.
  const PORTUGUESE =
    "Página aberta como arquivo: nela os navegadores não executam módulos, e a busca, os menus e o tema não respondem. Com npm start, um servidor a mostra inteira.";
  const ENGLISH =
    "This page was opened as a file: browsers run no modules in it, so the search, the menus and the theme do not work. With npm start, a server shows all of it.";
  addEventListener("DOMContentLoaded", () => {
    const note = document.createElement("p");
    note.className = "as-file";
    note.textContent = document.documentElement.lang === "pt-BR" ? PORTUGUESE : ENGLISH;
    document.querySelector(".VPContent")?.prepend(note);
    for (const [name, selector] of [
      ["href", "a, link"],
      ["src", "img"],
    ]) {
      for (const element of document.querySelectorAll(selector)) {
        const address = element.getAttribute(name) ?? "";
        if (!address.startsWith(base)) continue;
        const relative = up + address.slice(base.length);
        element.setAttribute(name, relative.replace(/(^|\/)(?=$|[?#])/, "$1index.html"));
      }
    }
  });
} else {
  // Shows one example in one language: those of the address, those of the last page, or the first ones. Paper shows
  // all examples, in one language. A page without scripts shows everything.
  dataset.scripted = "";
  // A browser may refuse to store.
  const stored = (name) => {
    try {
      return localStorage.getItem(`centavo-${name}`);
    } catch {
      return null;
    }
  };
  if (stored("assumed")) dataset.assumed = "shown";
  const style = document.createElement("style");
  const part = (name) => `[data-part="${name}"]`;
  const show = () => {
    const query = new URLSearchParams(location.search);
    const [language, example] = ["language", "example"].map((name) =>
      CSS.escape(query.get(name) || stored(name) || "none"),
    );
    const chosen = `[data-example="${example}"]`;
    const all = `${part("response")}, ${part("body")}`;
    style.textContent = `
      .examples:has(${part(language)}) .example:not(${part(language)}, ${all}),
      .examples:not(:has(${part(language)})) .example:not(${part("curl")}, ${all}) { display: none }
      @media screen {
        .examples:has(${chosen}) .example:not(${chosen}, [data-example=""]),
        .examples:not(:has(${chosen})) .example:not([data-first], [data-example=""]) { display: none }
      }`;
  };
  show();
  document.head.append(style);
  for (const event of ["centavo-choice", "centavo-examples"]) addEventListener(event, show);
}

// Paper is light, whatever the screen is.
const { classList } = document.documentElement;
let wasDark = false;
addEventListener("beforeprint", () => {
  wasDark = classList.contains("dark");
  classList.remove("dark");
});
addEventListener("afterprint", () => classList.toggle("dark", wasDark));
