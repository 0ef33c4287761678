import { render } from "preact";
import { App } from "./app.tsx";

// A printed address that is pasted into an open page changes the fragment only.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#code=")) location.reload();
});

render(<App />, document.getElementById("app") as HTMLElement);
