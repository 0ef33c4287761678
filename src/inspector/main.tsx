import { mountInspector } from "./mount-inspector.tsx";

// A printed address or an invitation that is pasted into an open page changes the fragment only.
addEventListener("hashchange", () => {
  if (/^#(code|invitation)=/.test(location.hash)) location.reload();
});

mountInspector(document.getElementById("app") as HTMLElement, {
  fetch: (request) => fetch(request),
  baseUrl: `${location.origin}${location.pathname}`.replace(/\/+$/, ""),
});
