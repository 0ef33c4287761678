import type { Place } from "../theme/live-parts.ts";
import { formOf } from "./call-form.ts";
import { element, pre, prettyText } from "./elements.ts";
import { type Labels, labels } from "./labels.ts";
import { controlsOf, linksOf, type Move, type Shown, shownAfter } from "./next-moves.ts";
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

/** Sends the call of a place as its form says it. */
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
  await perform(place, sandbox, { ...sent, before: undefined });
  // After the answer, since it is not what the reader waits for.
  const { showSent } = await import("./samples.ts");
  showSent(place.root, form.call, sent);
}

/** Shows the form of a call, or hides it. */
export function edit(place: Place): void {
  const form = formOf(place).element;
  form.hidden = !form.hidden;
  if (!form.hidden) form.querySelector<HTMLElement>(".control")?.focus();
}

/** A request, and what is shown when it is sent. */
interface Step extends Move {
  before: Shown | undefined;
}

async function perform(place: Place, sandbox: TabSandbox, step: Step): Promise<void> {
  const say = labels();
  try {
    const outcome = await sandbox.ask("send", step.request);
    show(place, sandbox, step, outcome);
    const tooMany = () => place.shown.append(element("p", say.tooMany));
    if (step.request.method !== "GET") saveSoon(tooMany);
  } catch (error) {
    place.status.textContent = `${say.cut}: ${(error as Error).message}`;
    place.shown.replaceChildren(ways(place, sandbox, step.before));
  }
}

function show(place: Place, sandbox: TabSandbox, step: Step, outcome: Outcome): void {
  const say = labels();
  const { status, body } = outcome.response;
  const text = new TextDecoder().decode(body);
  const shown = shownAfter(step, text, outcome.events);
  const state = shown.resource?.status;
  place.status.replaceChildren(
    `${step.title ?? say.response}: ${status}`,
    ...(state ? [" ", element("code", state)] : []),
    ` · ${Math.max(1, Math.round(outcome.duration))} ms`,
  );
  place.shown.replaceChildren(
    pre(say.response, prettyText(text)),
    ...nextSteps(place, sandbox, shown, say),
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

function nextSteps(place: Place, sandbox: TabSandbox, shown: Shown, say: Labels): HTMLElement[] {
  const moves = [...controlsOf(shown.resource, say.controls), ...linksOf(shown)];
  const buttons = moves.map((move) =>
    pressable(`${move.title}`, () => perform(place, sandbox, { ...move, before: shown })),
  );
  const row = element("div", "");
  row.className = "moves";
  row.append(...buttons);
  return [heading(say.next), row];
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
  const language = document.documentElement.lang;
  link.href = `${inspectorUrl}?in=${language}#/${companyId}/${tag}${id ? `/${id}` : ""}`;
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
