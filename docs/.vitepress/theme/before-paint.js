// Runs in the head of each page, before anything is painted and before the modules load.
const { dataset } = document.documentElement;
const { base, up } = document.currentScript.dataset;

if (location.protocol === "file:") {
  // No module runs in a page that was opened as a file. Its text is there, but its addresses begin at the root.
  addEventListener("DOMContentLoaded", () => {
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
  // Folds the examples where example-picker.ts will fold them, so that the page does not move when it does.
  dataset.language = localStorage.getItem("centavo-language") ?? "curl";
}
