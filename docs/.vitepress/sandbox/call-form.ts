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
  const fill = (field: (typeof fields)[number], value: string) => {
    // What the reader has typed stays.
    if (field.control.value === field.filled) field.control.value = value;
    field.filled = value;
  };
  // The examples of the response have the id of the path.
  const needed = fields.filter(({ in: place }) => place !== "path" || call.answers.length === 0);
  for (const field of fields)
    if (!needed.includes(field)) followChoice(root, call.answers, ({ id }) => fill(field, id));
  const body = call.bodies.length > 0 ? bodyEditor(root, call) : undefined;
  form.append(...fields.map(({ label }) => label), ...(body ? [body.label] : []));
  let prepared: TabSandbox | undefined;
  return {
    call,
    element: form,
    async prepare(sandbox) {
      if (prepared === sandbox) return;
      const made = await sandbox.ask("prepare", [call.id, ...needed.map(({ name }) => name)]);
      prepared = sandbox;
      for (const field of needed) fill(field, made[field.name] ?? field.value);
    },
    read() {
      const parameters = fields.map(({ control, label, filled, ...parameter }) => ({
        ...parameter,
        value: control.value,
      }));
      return sentOf(
        call,
        parameters,
        body && JSON.parse(body.control.value),
        exampleIn(root, call.bodies)?.name,
      );
    },
  };
}

/** The body of the chosen example. */
function bodyEditor(root: HTMLElement, call: TryableCall) {
  const control = element("textarea", "");
  control.spellcheck = false;
  followChoice(root, call.bodies, ({ body }) => {
    control.value = pretty(body);
  });
  // Browsers begin at the end.
  control.setSelectionRange(0, 0);
  const label = labelled(labels().body, "JSON", control);
  label.className = "wide";
  return { control, label };
}

/** Uses the chosen example, and each that is chosen later. Another language leaves what was edited as it is. */
function followChoice<Each extends { name: string }>(
  root: HTMLElement,
  all: readonly Each[],
  use: (example: Each) => void,
): void {
  let latest: Each | undefined;
  const follow = () => {
    if (!root.isConnected) removeEventListener(CHOICE, follow);
    const example = exampleIn(root, all);
    if (example && example !== latest) use(example);
    latest = example;
  };
  follow();
  addEventListener(CHOICE, follow);
}

function exampleIn<Each extends { name: string }>(root: HTMLElement, all: readonly Each[]) {
  const picker = root.closest(".examples")?.querySelector<HTMLSelectElement>("[name=example]");
  return all.find(({ name }) => name === picker?.value) ?? all[0];
}

function input({ name, in: place, value }: Parameter) {
  const control = element("input", "");
  control.required = place === "path";
  control.value = value;
  control.autocomplete = "off";
  const note = control.required ? `${place}, ${labels().required}` : place;
  return { control, label: labelled(name, note, control), filled: value };
}

function labelled(name: string, note: string, control: HTMLElement): HTMLElement {
  const label = element("label", `${name} `);
  control.className = "control";
  label.append(element("small", note), control);
  return label;
}
