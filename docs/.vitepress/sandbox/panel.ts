import { button, type Place } from "../theme/live-parts.ts";
import { formOf } from "./call-form.ts";
import { element, parsed, pre, prettyText } from "./elements.ts";
import { controlLabels, labels, language } from "./labels.ts";
import { type Call, movesOf, requestOf, type Shown, shownAfter } from "./next-moves.ts";
import type { Sent } from "./sent-call.ts";
import {
  here,
  inspectorUrl,
  save,
  saveSoon,
  startOver,
  type TabSandbox,
  tabSandbox,
} from "./tab-sandbox.ts";
import type { Outcome } from "./tasks.ts";
import { whatHappened } from "./what-happened.ts";

/** Sends the call of a place as its form says it, and shows its code in place of that of the example. */
export async function send(place: Place): Promise<void> {
  const form = formOf(place);
  if (!form.element.checkValidity()) {
    form.element.hidden = false;
    form.element.reportValidity();
    return;
  }
  await form.prepare(await tabSandbox());
  let sent: Sent;
  try {
    sent = form.read();
  } catch (error) {
    place.status.textContent = `${labels().notSent}: ${(error as Error).message}`;
    return;
  }
  await perform(place, sent);
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
async function perform(place: Place, call: Call, before?: Shown) {
  const say = labels();
  try {
    // Not that of the press before, which may have ended.
    const sandbox = await tabSandbox();
    const outcome = await sandbox.ask("send", requestOf(call));
    show(place, sandbox, call, outcome, before);
    if (call.method !== "GET") saveSoon(() => place.shown.append(element("p", say.tooMany)));
  } catch (error) {
    place.status.textContent = `${say.cut}: ${(error as Error).message}`;
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
  for (const move of movesOf(shown, controlLabels()))
    moves.append(button(`${move.title}`, "plain", () => perform(place, move, shown)));
  replaceShown(place, [
    pre(say.response, prettyText(text)),
    heading(say.next),
    moves,
    heading(say.happened),
    whatHappened(outcome),
    ways(place, sandbox, shown),
    ...notesOn(sandbox, call),
  ]);
}

/** Shows elements in place of those before. If one of these had the focus, what can happen next has it now. */
function replaceShown({ root, shown }: Place, elements: Node[]): void {
  const hadFocus = shown.contains(document.activeElement);
  shown.replaceChildren(...elements);
  const next = root.querySelector(".moves button") ?? root.querySelector(".send");
  if (hadFocus) (next as HTMLElement).focus();
}

const noted = new WeakSet<TabSandbox>();

/** What a reader should know of a sandbox, once. */
function notesOn(sandbox: TabSandbox, call: Call): HTMLElement[] {
  if (noted.has(sandbox)) return [];
  noted.add(sandbox);
  const say = labels();
  const texts = [...(sandbox.past ? [say[sandbox.past]] : []), say.here];
  const notes = texts.map((text) => element("p", text));
  const link = element("a", say.mock);
  link.href = new URL(`../${say.mockPage}`, here).href;
  const about = element("p", `${say.code} `);
  about.append(link);
  return call.path.startsWith("/_sandbox/") ? notes : [...notes, about];
}

function heading(text: string): HTMLElement {
  return Object.assign(element("p", text), { className: "title" });
}

/** The ways on: to the inspector with the same data, and back to the beginning. */
function ways(place: Place, { companyId }: TabSandbox, { resource }: Shown): HTMLElement {
  const say = labels();
  const link = element("a", say.inspect);
  const { tag = "overview", id } = resource ?? {};
  link.href = `${inspectorUrl}?in=${language()}#/${companyId}/${tag}${id ? `/${id}` : ""}`;
  link.target = "_self";
  link.onclick = async (event) => {
    // The inspector reads what the tab has kept.
    event.preventDefault();
    event.stopPropagation();
    await save().catch(console.error);
    location.assign(link.href);
  };
  const anew = button(say.anew, "plain", async () => {
    await startOver();
    place.status.textContent = say.begun;
    replaceShown(place, []);
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
