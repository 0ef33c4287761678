import { render } from "preact";
import { App } from "./app.tsx";
import { showInLanguage } from "./language.ts";

// A printed address that is pasted into an open page changes the fragment only.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#code=")) location.reload();
});

showInLanguage(() => render(<App />, document.getElementById("app") as HTMLElement));
