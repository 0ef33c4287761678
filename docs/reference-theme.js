import { groupTabStops, listenToArrows } from "./.vitepress/theme/roving-tabindex.ts";

// The references follow the theme that the reader chose on the other pages, where VitePress stores it, and the
// other way round. This runs before Redoc, which reads its own key.
const CHOSEN = "vitepress-theme-appearance";
const REDOC = "redoc.colorMode";

function theme() {
  const chosen = localStorage.getItem(CHOSEN) ?? "auto";
  if (chosen !== "auto") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function show() {
  const { classList } = document.documentElement;
  classList.toggle("dark", theme() === "dark");
  classList.toggle("light", theme() === "light");
  localStorage.setItem(REDOC, theme());
  document.querySelector(".theme")?.setAttribute("aria-checked", `${theme() === "dark"}`);
}

/** What Redoc leaves out for readers who use neither a pointer nor their eyes. Null removes an attribute. */
const ROLES = {
  ".menu-content": { role: "navigation", "aria-label": "Sections" },
  "#redoc main": { tabindex: "-1" },
  ".md-table-wrapper": { role: "group", "aria-label": "Table", tabindex: "0" },
  // Below the title of an operation, which is of the second level.
  "#redoc h4": { "aria-level": "3" },
  "#redoc h5": { "aria-level": "4" },
  // It reads what it shows.
  'button[aria-label="Example"]': { "aria-label": null },
};

function addRoles() {
  for (const [selector, attributes] of Object.entries(ROLES)) {
    for (const element of document.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) {
        if (value === null) element.removeAttribute(name);
        else element.setAttribute(name, value);
      }
    }
  }
  groupTabStops();
}

/**
 * Redoc makes what is below the window only once a reader comes near. The browser's search and paper take what is there,
 * so the rest of an open section follows at once.
 */
class EagerObserver extends IntersectionObserver {
  #tell;

  constructor(tell, options) {
    super(tell, options);
    // Redoc looks ahead with these, and with no others.
    if (options?.rootMargin) this.#tell = tell;
  }

  observe(target) {
    super.observe(target);
    const tell = this.#tell;
    if (tell) setTimeout(() => tell([{ isIntersecting: true, target }], this), 100);
  }
}
window.IntersectionObserver = EagerObserver;

/** Redoc is a module, which browsers do not load from a file. Without it there is only the first section. */
function explainFile() {
  const note = document.createElement("p");
  note.className = "as-file";
  note.innerHTML =
    'This page was opened as a file: browsers run no modules in it, so it shows only its introduction. <a href="operations/index.html">Each operation has a page</a> that opens as a file. With npm start, a server shows all of this one.';
  document.querySelector(".site-header").after(note);
}

show();
addEventListener("DOMContentLoaded", () => {
  show();
  if (location.protocol === "file:") explainFile();
  addRoles();
  listenToArrows();
  document.querySelector(".skip-link")?.addEventListener("click", (event) => {
    event.preventDefault();
    document.querySelector("#redoc main")?.focus();
  });
  const redoc = document.querySelector("#redoc");
  new MutationObserver(addRoles).observe(redoc, { childList: true, subtree: true });
  document.querySelector(".theme")?.addEventListener("click", () => {
    localStorage.setItem(CHOSEN, theme() === "dark" ? "light" : "dark");
    show();
  });
});

// The former address of an operation, for which Redoc would show a page of an error before it finds the operation.
const [, operation, tag] = location.hash.match(/^#operation\/((\w+)\..+)$/) ?? [];
if (operation) history.replaceState(null, "", `#/${tag.toLowerCase()}/${operation}`);

// The search of the site replaces Redoc's, also by its keys.
addEventListener(
  "keydown",
  (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    location.href = "index.html?search";
  },
  true,
);
