import { render } from "preact";
import { type Company, type Sandbox, speakTo } from "./api.ts";
import { App } from "./app.tsx";
import { showInLanguage } from "./language.ts";

/** What the inspector needs of the page that it is in. */
interface MountOptions extends Sandbox {
  /** The company that the page's `fetch` asks for. Without it, visitors sign in. */
  company?: Company;
  /** The address of the docs, without a slash at its end. With a session, the sandbox says it. */
  docsUrl?: string | null;
}

/**
 * Shows the inspector in an element.
 *
 * @example
 * mountInspector(document.body, { fetch: (request) => fetch(request), baseUrl: location.origin });
 */
export function mountInspector(
  element: Element,
  { company, docsUrl = null, ...sandbox }: MountOptions,
): void {
  speakTo(sandbox);
  showInLanguage(() => render(<App company={company} docsUrl={docsUrl} />, element));
}
