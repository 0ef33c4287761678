/** A call that a reader can send, in the attribute of its place on the page. */
export interface TryableCall {
  method: string;
  path: string;
  isPublic: boolean;
  parameters: readonly { name: string; in: string; value: string }[];
  /** The examples of the body, each with the documented response. */
  bodies: readonly { title: string; body: unknown; response: unknown }[];
  /** The documented response of a call without a body. */
  response: unknown;
}

interface Keys {
  publicKey: string;
  privateKey: string;
}

/**
 * Fills the places of calls with a form that sends them to a sandbox. The docs server of `npm start` has one, forwards
 * the calls to it, and says so in a meta element. On any other site the places stay empty.
 */
export function enhanceTryIt(root: ParentNode): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="centavo-sandbox"]');
  if (!meta) return;
  for (const place of root.querySelectorAll<HTMLElement>(".try-it:empty")) {
    showForm(place, JSON.parse(place.dataset.call ?? "") as TryableCall, meta.content);
  }
}

function showForm(place: HTMLElement, call: TryableCall, api: string): void {
  const heading = element("h2", "Try it");
  heading.id = "try-it";
  const note = element(
    "p",
    "Sends the call to a sandbox that these docs have for themselves. It starts with the resources of the examples, and forgets all else when npm start ends.",
  );
  const form = document.createElement("form");
  const keys = {
    publicKey: input("Public key", ""),
    privateKey: input("Private key", "", "password"),
  };
  const fields = call.parameters.map((parameter) => ({
    ...parameter,
    ...input(
      `${parameter.name} (${parameter.in})`,
      parameter.value,
      "text",
      parameter.in === "path",
    ),
  }));
  const body = call.bodies.length > 0 ? bodyEditor(call) : undefined;
  const send = element("button", "Send");
  send.type = "submit";
  const answers = document.createElement("div");
  answers.className = "answers";
  answers.setAttribute("aria-live", "polite");

  if (!call.isPublic) form.append(keys.publicKey.label, keys.privateKey.label);
  form.append(...fields.map(({ label }) => label), ...(body?.labels ?? []), send);
  place.append(heading, note, form, answers);
  fillKeys(api, keys).catch(() => {
    answers.replaceChildren(
      shown("Not ready", "The docs server does not answer. Start npm start again."),
    );
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    const documented = body ? body.documented() : call.response;
    try {
      const token = call.isPublic ? undefined : await tokenFor(api, keys);
      const answer = await sendCall(api, call, { fields, body: body?.text(), token });
      answers.replaceChildren(
        shown(`Answer: ${answer.summary}`, answer.body),
        shown("Documented: 200", pretty(documented)),
      );
    } catch (error) {
      answers.replaceChildren(
        shown("Not sent", error instanceof Error ? error.message : `${error}`),
      );
    } finally {
      send.disabled = false;
    }
  });
}

type Sent = {
  fields: readonly { name: string; in: string; control: HTMLInputElement }[];
  body: string | undefined;
  token: string | undefined;
};

async function sendCall(api: string, call: TryableCall, { fields, body, token }: Sent) {
  const valuesIn = (place: string) =>
    fields.filter((field) => field.in === place && field.control.value);
  const path = valuesIn("path").reduce(
    (rest, { name, control }) => rest.replace(`{${name}}`, encodeURIComponent(control.value)),
    call.path,
  );
  const query = new URLSearchParams(
    valuesIn("query").map(({ name, control }) => [name, control.value]),
  );
  const headers = new Headers();
  for (const { name, control } of valuesIn("header")) headers.set(name, control.value);
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (body !== undefined) {
    JSON.parse(body);
    headers.set("content-type", "application/json");
  }
  const started = performance.now();
  const url = `${api.replace(/\/$/, "")}${path}${query.size > 0 ? `?${query}` : ""}`;
  const response = await fetch(url, {
    method: call.method,
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const duration = Math.round(performance.now() - started);
  return { summary: `${response.status}, ${duration} ms`, body: prettyText(text) };
}

async function fillKeys(api: string, keys: Record<keyof Keys, { control: HTMLInputElement }>) {
  const response = await fetch(`${api}keys`);
  const { data } = (await response.json()) as { data: Keys };
  keys.publicKey.control.value = data.publicKey;
  keys.privateKey.control.value = data.privateKey;
}

async function tokenFor(api: string, keys: Record<keyof Keys, { control: HTMLInputElement }>) {
  const response = await fetch(`${api}auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      publicKey: keys.publicKey.control.value,
      privateKey: keys.privateKey.control.value,
    }),
  });
  const { data } = (await response.json()) as { data: { access_token?: string; message?: string } };
  if (!data.access_token) throw new Error(`The keys were refused: ${data.message}`);
  return data.access_token;
}

function bodyEditor({ bodies }: TryableCall) {
  const choice = document.createElement("select");
  choice.className = "control";
  for (const [index, { title }] of bodies.entries()) choice.add(new Option(title, `${index}`));
  const text = document.createElement("textarea");
  text.spellcheck = false;
  text.className = "control text";
  const chosen = () => bodies[Number(choice.value)];
  const fill = () => {
    text.value = pretty(chosen()?.body);
  };
  choice.addEventListener("change", fill);
  fill();
  const labels = [labelled("Example", choice), labelled("Body", text)];
  return {
    labels: bodies.length > 1 ? labels : labels.slice(1),
    text: () => text.value,
    documented: () => chosen()?.response,
  };
}

function input(name: string, value: string, type = "text", required = false) {
  const control = document.createElement("input");
  control.type = type;
  control.required = required;
  control.className = "control";
  control.value = value;
  control.autocomplete = "off";
  return { control, label: labelled(name, control) };
}

function labelled(name: string, control: HTMLElement): HTMLElement {
  const label = document.createElement("label");
  label.className = "call-field";
  label.append(`${name} `, control);
  return label;
}

function shown(title: string, text: string): HTMLElement {
  const section = document.createElement("section");
  const pre = element("pre", text);
  pre.tabIndex = 0;
  pre.setAttribute("aria-label", title);
  section.append(element("p", title), pre);
  return section;
}

function element<Name extends "p" | "pre" | "h2" | "button">(name: Name, text: string) {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}

function prettyText(text: string): string {
  try {
    return pretty(JSON.parse(text));
  } catch {
    return text;
  }
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? "";
}
