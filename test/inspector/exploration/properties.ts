import { always, eventually, now } from "@antithesishq/bombadil";
import { actions, extract, getFingerprint } from "@antithesishq/bombadil/browser";
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
const PROMISE = "dialog[open] [role=status] a";
const promise = extract(
  ({ document }) => document.querySelector(PROMISE)?.getAttribute("href") ?? "",
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

/** Sends a form, and follows the link to what it has made: clicks anywhere rarely do. */
const clicks = ["dialog[open] button[type=submit]", PROMISE].map((selector) =>
  extract(({ document }) => {
    const target = document.querySelector(selector);
    if (!target) return [];
    const { left, top, width, height } = target.getBoundingClientRect();
    const point = { x: left + width / 2, y: top + height / 2 };
    return [{ Click: { fingerprint: { ...getFingerprint(target) }, point } }];
  }),
);
export const sendAndFollow = actions(() => clicks.flatMap(({ current }) => current));

/** A file, such as a boleto, has nothing to click on. */
export const leaveFile = actions(() => (isPage.current ? [] : ["Back"]));

// A page that loads has nothing for a moment.
export const noDeadEnd = always(
  now(() => isPage.current && !hasExit.current).implies(
    eventually(() => hasExit.current).within(10, "seconds"),
  ),
);
export const noTextIsCut = always(() => hidden.current.length === 0);
export const aSentFormAnswers = always(
  now(() => isSending.current).implies(eventually(() => !isSending.current).within(20, "seconds")),
);
export const whatAFormPromisedIsThere = always(
  () => !(followsPromise() && problem.current.startsWith("404")),
);
