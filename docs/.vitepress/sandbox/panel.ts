import type { Place } from "../theme/live-parts.ts";
import { formOf } from "./call-form.ts";
import { element, parsed, pre, prettyText } from "./elements.ts";
import { controlLabels, labels, language } from "./labels.ts";
import { type Call, controlsOf, linksOf, requestOf, type Shown, shownAfter } from "./next-moves.ts";
import type { Sent } from "./sent-call.ts";
import {
  beginAnew,
  here,
  inspectorUrl,
  save,
  saveSoon,
  type TabSandbox,
  tabSandbox,
} from "./tab-sandbox.ts";
import type { Outcome } from "./tasks.ts";
import { whatHappened } from "./what-happened.ts";

/** Sends the call of a place as its form says it, and shows its code in place of that of the example. */
export async function send(place: Place): Promise<void> {
  const form = formOf(place);
  const sandbox = await tabSandbox();
  await form.prepare(sandbox);
  let sent: Sent;
  try {
    sent = form.read();
  } catch (error) {
    place.status.textContent = `${labels().notSent}: ${(error as Error).message}`;
    return;
  }
  await perform(place, sandbox, sent);
  // After the answer, since it is not what the reader waits for.
  const { samplesOfSent } = await import("../../../scripts/docs/from-contract/sent-samples.ts");
  for (const { language: name, source } of samplesOfSent(form.call, sent)) {
    const part = `[data-example="${sent.example}"][data-part="${name}"] pre code`;
    const code = place.root.closest(".examples")?.querySelector(part);
    if (code && code.textContent?.trim() !== source) code.textContent = source;
  }
}

/** Shows the form of a call, or hides it. */
export function edit(place: Place): void {
  const form = formOf(place).element;
  form.hidden = !form.hidden;
  if (!form.hidden) form.querySelector<HTMLElement>(".control")?.focus();
}

/** Sends a call, and shows the response with what was there before. */
async function perform(place: Place, sandbox: TabSandbox, call: Call, before?: Shown) {
  const say = labels();
  try {
    const outcome = await sandbox.ask("send", requestOf(call));
    show(place, sandbox, call, outcome, before);
    if (call.method !== "GET") saveSoon(() => place.shown.append(element("p", say.tooMany)));
  } catch (error) {
    place.status.textContent = `${say.cut}: ${(error as Error).message}`;
    place.shown.replaceChildren(ways(place, sandbox, before));
  }
}

function show(place: Place, sandbox: TabSandbox, call: Call, outcome: Outcome, before?: Shown) {
  const say = labels();
  const { response, duration, events } = outcome;
  const text = new TextDecoder().decode(response.body);
  const shown = shownAfter(call, parsed(text), { before, events });
  const state = shown.resource?.status;
  place.status.replaceChildren(
    `${call.title ?? say.response}: ${response.status}`,
    ...(state ? [" ", element("code", state)] : []),
    ` · ${Math.max(1, Math.round(duration))} ms`,
  );
  const moves = element("div", "");
  moves.className = "moves";
  for (const move of [...controlsOf(shown, controlLabels()), ...linksOf(shown)])
    moves.append(pressable(`${move.title}`, () => perform(place, sandbox, move, shown)));
  place.shown.replaceChildren(
    pre(say.response, prettyText(text)),
    heading(say.next),
    moves,
    heading(say.happened),
    whatHappened(outcome),
    ways(place, sandbox, shown),
    ...(sandbox.isRestored ? [element("p", say.restored)] : []),
    element("p", say.here),
  );
}

function heading(text: string): HTMLElement {
  return Object.assign(element("p", text), { className: "title" });
}

function pressable(text: string, press: () => unknown): HTMLButtonElement {
  const button = element("button", text);
  Object.assign(button, { type: "button", className: "plain" });
  button.onclick = async () => {
    button.disabled = true;
    await press();
    button.disabled = false;
  };
  return button;
}

/** The ways on: to the inspector with the same data, and back to the beginning. */
function ways(place: Place, { companyId }: TabSandbox, shown: Shown | undefined): HTMLElement {
  const say = labels();
  const link = element("a", say.inspect);
  const { tag = "overview", id } = shown?.resource ?? {};
  link.href = `${inspectorUrl}?in=${language()}#/${companyId}/${tag}${id ? `/${id}` : ""}`;
  link.target = "_self";
  link.onclick = async (event) => {
    // The inspector reads what the tab has kept.
    event.preventDefault();
    event.stopPropagation();
    await save();
    location.assign(link.href);
  };
  const anew = pressable(say.anew, async () => {
    await beginAnew();
    place.status.textContent = say.begun;
    place.shown.replaceChildren();
  });
  const row = element("p", "");
  row.append(link, " ", anew);
  return row;
}

/** Runs the program of a place, and shows what it prints. */
export function run(place: Place): Promise<void> {
  const { program = "" } = place.root.dataset;
  const worker = new Worker(new URL("run.js", here), { type: "module" });
  const output = pre(labels().prints, "");
  place.shown.replaceChildren(output);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.onerror = reject;
  worker.onmessage = ({ data }: MessageEvent<{ line?: string }>) => {
    if (data.line === undefined) resolve();
    else output.append(`${data.line}\n`);
  };
  worker.postMessage(new URL(`${program}.js`, here).href);
  place.status.textContent = "";
  return promise.finally(() => {
    worker.terminate();
    place.status.textContent = labels().prints;
  });
}
