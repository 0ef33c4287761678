import { always, eventually, now } from "@antithesishq/bombadil";
import { actions, extract } from "@antithesishq/bombadil/browser";
import { cutTexts } from "../cut-texts.ts";

export * from "@antithesishq/bombadil/browser/defaults";

/** What Bombadil checks on each state of the page, beside what it checks by itself. It runs this module. */
const lastAction = extract((state) => state.lastAction);
const place = extract(({ window }) => window.location.hash);
const isPage = extract(({ document }) => document.contentType === "text/html");
const hasExit = extract(
  ({ document }) => document.querySelector("nav a, dialog[open] button, form button") !== null,
);
const hidden = extract(({ document }) => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? ["the page scrolls sideways"] : cutTexts();
});
const isSending = extract(
  ({ document }) => document.querySelector("dialog[open] button[type=submit]:disabled") !== null,
);
const promise = extract(
  ({ document }) =>
    document.querySelector("dialog[open] [role=status] a")?.getAttribute("href") ?? "",
);
const problem = extract(
  ({ document }) => document.querySelector("main [role=alert]")?.textContent ?? "",
);

let promised = "";
/** The state after a click on the link to what a form has made. */
function followsPromise(): boolean {
  promised = promise.current || promised;
  const action = lastAction.current;
  if (action === null || typeof action === "string" || !("Click" in action)) return false;
  return action.Click.fingerprint.href === promised && place.current === promised;
}

/** What nobody types, into a form that begins with the contract's example. */
const EXTREMES = "(-1|0[.]001|9{14}[.]99|0000-00-00|<b>|😀|x{300})";
const isTyping = extract(
  ({ document }) => document.activeElement?.matches("input, textarea") ?? false,
);
export const extremes = actions(() =>
  isTyping.current ? [{ TypeText: { text: { Regexp: EXTREMES }, delayMillis: 0 } }] : [],
);

/** A file, such as a boleto, has nothing to click on. */
export const leaveFile = actions(() => (isPage.current ? [] : ["Back"]));

// A page is empty for a moment while it loads.
export const noDeadEnd = always(
  now(() => isPage.current && !hasExit.current).implies(
    eventually(() => hasExit.current).within(10, "seconds"),
  ),
);
export const noTextIsCut = always(
  now(() => hidden.current.length > 0).implies(
    eventually(() => hidden.current.length === 0).within(2, "seconds"),
  ),
);
export const aSentFormAnswers = always(
  now(() => isSending.current).implies(eventually(() => !isSending.current).within(20, "seconds")),
);
export const whatAFormPromisedIsThere = always(
  now(followsPromise).implies(eventually(() => !problem.current).within(5, "seconds")),
);
