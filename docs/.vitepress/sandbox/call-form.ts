import { CHOICE } from "../theme/example-picker.ts";
import type { Place } from "../theme/live-parts.ts";
import { element, pretty } from "./elements.ts";
import { labels } from "./labels.ts";
import { type Parameter, type Sent, sentOf, type TryableCall } from "./sent-call.ts";
import type { TabSandbox } from "./tab-sandbox.ts";

/** The form of a call. */
interface CallForm {
  call: TryableCall;
  element: HTMLFormElement;
  /** Makes what the call needs, once for each sandbox. */
  prepare(sandbox: TabSandbox): Promise<void>;
  /** @throws {SyntaxError} if the body is no JSON. */
  read(): Sent;
}

const forms = new WeakMap<HTMLElement, CallForm>();

/** The form of a place, which it shows on request. */
export function formOf({ root, status }: Pick<Place, "root" | "status">): CallForm {
  const made = forms.get(root) ?? newForm(root);
  forms.set(root, made);
  if (!made.element.isConnected) status.before(made.element);
  return made;
}

function newForm(root: HTMLElement): CallForm {
  const call = JSON.parse(root.dataset.call ?? "") as TryableCall;
  const form = element("form", "");
  form.hidden = true;
  form.onsubmit = (event) => {
    event.preventDefault();
    root.querySelector<HTMLElement>(".send")?.click();
  };
  const fields = call.parameters.map((parameter) => ({ ...parameter, ...input(parameter) }));
  const body = call.bodies.length > 0 ? bodyEditor(root, call) : undefined;
  form.append(...fields.map(({ label }) => label), ...(body ? [body.label] : []));
  let prepared: TabSandbox | undefined;
  let made: Record<string, string> = {};
  return {
    call,
    element: form,
    async prepare(sandbox) {
      if (prepared === sandbox) return;
      const before = made;
      made = await sandbox.ask("prepare", [call.id, ...fields.map(({ name }) => name)]);
      prepared = sandbox;
      // What the reader has typed stays.
      for (const { name, control, value } of fields)
        if ([value, before[name]].includes(control.value)) control.value = made[name] ?? value;
    },
    read() {
      const parameters = fields.map(({ control, label, ...parameter }) => ({
        ...parameter,
        value: control.value,
      }));
      return sentOf(
        call,
        parameters,
        body && JSON.parse(body.control.value),
        exampleIn(root, call)?.name,
      );
    },
  };
}

/** The body of the chosen example. Another language leaves an edited body as it is. */
function bodyEditor(root: HTMLElement, call: TryableCall) {
  const control = element("textarea", "");
  control.spellcheck = false;
  let example = exampleIn(root, call);
  control.value = pretty(example?.body);
  // Browsers begin at the end.
  control.setSelectionRange(0, 0);
  const refill = () => {
    if (!root.isConnected) removeEventListener(CHOICE, refill);
    if (exampleIn(root, call) === example) return;
    example = exampleIn(root, call);
    control.value = pretty(example?.body);
  };
  addEventListener(CHOICE, refill);
  const label = labelled(labels().body, "JSON", control);
  label.className = "wide";
  return { control, label };
}

function exampleIn(root: HTMLElement, { bodies }: TryableCall) {
  const picker = root.closest(".examples")?.querySelector<HTMLSelectElement>("[name=example]");
  return bodies.find(({ name }) => name === picker?.value) ?? bodies[0];
}

function input({ name, in: place, value }: Parameter) {
  const control = element("input", "");
  control.required = place === "path";
  control.value = value;
  control.autocomplete = "off";
  const note = control.required ? `${place}, ${labels().required}` : place;
  return { control, label: labelled(name, note, control) };
}

function labelled(name: string, note: string, control: HTMLElement): HTMLElement {
  const label = element("label", `${name} `);
  control.className = "control";
  label.append(element("small", note), control);
  return label;
}
