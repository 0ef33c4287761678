import { mountInspector } from "./mount-inspector.tsx";

// A printed address that is pasted into an open page changes the fragment only.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#code=")) location.reload();
});

mountInspector(document.getElementById("app") as HTMLElement, {
  fetch: (request) => fetch(request),
  baseUrl: `${location.origin}${location.pathname}`.replace(/\/+$/, ""),
});
