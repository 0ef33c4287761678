import { CHOICE, chosen } from "./example-picker.ts";

/** A call that a reader can send, in the attribute of its place on the page. */
export interface TryableCall {
  method: string;
  path: string;
  isPublic: boolean;
  parameters: readonly { name: string; in: string; value: string }[];
  /** The examples of the body, each with the documented response. */
  bodies: readonly { name: string; body: unknown; response: unknown }[];
  /** The documented response of a call without a body. */
  response: unknown;
}

const ENGLISH = {
  note: "Sends the call to a sandbox that these docs have for themselves. It starts with the resources of the examples, and forgets all else when npm start ends.",
  publicKey: "Public key",
  privateKey: "Private key",
  account: "your account",
  required: "required",
  body: "Body",
  send: "Send",
  answer: "Answer",
  inspect: "See it in the inspector",
  documented: "Documented",
  notReady: "Not ready",
  start: "The docs server does not answer. Start npm start again.",
  notSent: "Not sent",
  refused: "The keys were refused",
};

const PORTUGUESE: typeof ENGLISH = {
  note: "Envia a chamada a um sandbox que só esta documentação usa. Ele começa com os recursos dos exemplos e esquece o resto quando o npm start termina.",
  publicKey: "Chave pública",
  privateKey: "Chave privada",
  account: "a sua conta",
  required: "obrigatório",
  body: "Corpo",
  send: "Enviar",
  answer: "Resposta",
  inspect: "Ver no inspetor",
  documented: "Documentado",
  notReady: "Ainda não",
  start: "O servidor da documentação não responde. Inicie o npm start de novo.",
  notSent: "Não enviado",
  refused: "As chaves foram recusadas",
};

/** The words of the form in the language of the page. */
function words(): typeof ENGLISH {
  return document.documentElement.lang === "pt-BR" ? PORTUGUESE : ENGLISH;
}

/** What the docs server says of its sandbox. */
interface Prepared {
  publicKey: string;
  privateKey: string;
  /** By the name of the parameter, the ids that the forms need and no example has. */
  ids: Readonly<Record<string, string>>;
}

type Keys = Record<"publicKey" | "privateKey", { control: HTMLInputElement }>;

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
  const say = words();
  const note = element("p", say.note);
  const form = document.createElement("form");
  const fields = call.parameters.map((parameter) => ({
    ...parameter,
    ...input(parameter.name, parameter.in, parameter.value, parameter.in === "path"),
  }));
  const keys = {
    publicKey: input(say.publicKey, say.account, "", true),
    privateKey: input(say.privateKey, say.account, "", true),
  };
  keys.privateKey.control.type = "password";
  const body = call.bodies.length > 0 ? bodyEditor(call) : undefined;
  const send = element("button", say.send);
  send.className = "send";
  const answers = document.createElement("div");
  answers.className = "answers";
  answers.setAttribute("aria-live", "polite");

  form.append(...fields.map(({ label }) => label), ...(body ? [body.label] : []));
  if (!call.isPublic) form.append(keys.publicKey.label, keys.privateKey.label);
  form.append(send);
  place.append(note, form, answers);
  prepare(api).then(
    ({ publicKey, privateKey, ids }) => {
      keys.publicKey.control.value = publicKey;
      keys.privateKey.control.value = privateKey;
      for (const { name, control } of fields) control.value = ids[name] ?? control.value;
    },
    () => {
      answers.replaceChildren(shown(say.notReady, say.start));
    },
  );

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    try {
      const token = call.isPublic ? undefined : await tokenFor(api, keys);
      const parameters = fields.map(({ control, ...field }) => ({
        ...field,
        value: control.value,
      }));
      const answer = await sendCall(api, call, { parameters, body: body?.control.value, token });
      const section = shown(`${say.answer}: ${answer.summary}`, answer.body);
      if (answer.requestUrl) section.append(link(say.inspect, answer.requestUrl));
      answers.replaceChildren(
        section,
        shown(`${say.documented}: 200`, pretty(body ? exampleIn(call)?.response : call.response)),
      );
    } catch (error) {
      answers.replaceChildren(
        shown(say.notSent, error instanceof Error ? error.message : `${error}`),
      );
    } finally {
      send.disabled = false;
    }
  });
}

type Sent = {
  parameters: readonly { name: string; in: string; value: string }[];
  body: string | undefined;
  token: string | undefined;
};

/** Sends a call to a sandbox. An empty parameter is not sent. */
export async function sendCall(
  api: string,
  { method, path: template }: Pick<TryableCall, "method" | "path">,
  { parameters, body, token }: Sent,
): Promise<{ summary: string; body: string; requestUrl: string | null }> {
  const valuesIn = (place: string) =>
    parameters.filter((parameter) => parameter.in === place && parameter.value);
  const path = valuesIn("path").reduce(
    (rest, { name, value }) => rest.replace(`{${name}}`, encodeURIComponent(value)),
    template,
  );
  const query = new URLSearchParams(
    valuesIn("query").map(({ name, value }): [string, string] => [name, value]),
  );
  const headers = new Headers(
    valuesIn("header").map(({ name, value }): [string, string] => [name, value]),
  );
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (body !== undefined) {
    JSON.parse(body);
    headers.set("content-type", "application/json");
  }
  const started = performance.now();
  const url = `${api.replace(/\/$/, "")}${path}${query.size > 0 ? `?${query}` : ""}`;
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  const duration = Math.round(performance.now() - started);
  const requestUrl = response.headers.get("x-sandbox-request-url");
  return { summary: `${response.status}, ${duration} ms`, body: prettyText(text), requestUrl };
}

async function prepare(api: string): Promise<Prepared> {
  const response = await fetch(`${api}keys`);
  return ((await response.json()) as { data: Prepared }).data;
}

async function tokenFor(api: string, { publicKey, privateKey }: Keys): Promise<string> {
  const response = await fetch(`${api}auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      publicKey: publicKey.control.value,
      privateKey: privateKey.control.value,
    }),
  });
  const { data } = (await response.json()) as { data: { access_token?: string; message?: string } };
  if (!data.access_token) throw new Error(`${words().refused}: ${data.message}`);
  return data.access_token;
}

/** The body of the example that the reader chose beside the text. Another language leaves an edited body as it is. */
function bodyEditor(call: TryableCall) {
  const control = document.createElement("textarea");
  control.spellcheck = false;
  let example = exampleIn(call);
  control.value = pretty(example?.body);
  const refill = () => {
    if (!control.isConnected) removeEventListener(CHOICE, refill);
    if (exampleIn(call) === example) return;
    example = exampleIn(call);
    control.value = pretty(example?.body);
  };
  addEventListener(CHOICE, refill);
  const label = labelled(words().body, "JSON", control);
  label.className = "wide";
  return { control, label };
}

function exampleIn({ bodies }: TryableCall) {
  return bodies.find(({ name }) => name === chosen("example")) ?? bodies[0];
}

function input(name: string, place: string, value: string, required: boolean) {
  const control = document.createElement("input");
  control.required = required;
  control.value = value;
  control.autocomplete = "off";
  return {
    control,
    label: labelled(name, required ? `${place}, ${words().required}` : place, control),
  };
}

function labelled(name: string, place: string, control: HTMLElement): HTMLElement {
  const label = document.createElement("label");
  const small = element("small", place);
  control.className = "control";
  label.append(`${name} `, small, control);
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

function link(text: string, url: string): HTMLElement {
  const anchor = document.createElement("a");
  Object.assign(anchor, { href: url, textContent: text, target: "_blank", rel: "noreferrer" });
  return anchor;
}

function element<Name extends "p" | "pre" | "small" | "button">(name: Name, text: string) {
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
