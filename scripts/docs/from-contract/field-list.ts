import { type Assumptions, assumed, assumedBlock } from "./assumption-notes.ts";
import { code, oneLine } from "./markdown-table.ts";
import { type Body, type Field, inWords } from "./read-fields.ts";

/** A body of so few fields is an envelope: what is in it shows at once. */
const ENVELOPE = 3;

/** The fields of a body as a list. The fields of an object in it are folded below the object. */
export function fieldList(body: Body, prefix: string, about: Assumptions): string {
  const isFolded = body.fields.some(({ inner }) => inner);
  return [
    '<div class="fields">',
    isFolded &&
      '<p class="unfold"><button type="button" class="text-button">Unfold all</button></p>',
    ...body.rules,
    assumedBlock(body.marks, about).trim(),
    linesOf(body, prefix, about, 0).join("\n"),
    "</div>",
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** The items of a list. What selects other fields has its values below it. */
function linesOf(body: Body, prefix: string, about: Assumptions, depth: number): string[] {
  const { choice, fields } = body;
  const selector = fields.find(({ name }) => name === choice?.property);
  const options = optionsOf(body, about);
  const items = fields.map((field) => {
    const id = `${prefix}-${field.name}${uniqueSuffix(field)}`.toLowerCase();
    const marks = [...field.marks, ...(field.inner?.marks ?? [])];
    const below = [
      ...(field === selector ? options : []),
      ...(field.inner?.rules.map((rule) => `- ${rule}`) ?? []),
    ];
    return [
      `- ${head(field, id)}${assumed(marks, about)} ${details(field)}`.trim(),
      ...below.map((line) => `  ${line}`),
      ...(field.inner ? folded(field, id, about, fields.length, depth) : []),
    ].join("\n");
  });
  return selector ? items : [...options, ...items];
}

function head({ name, type, required, only }: Field, id: string): string {
  const facts = [
    type,
    required && `<b>${required === true ? "required" : `required ${inWords(required)}`}</b>`,
    only && `only ${inWords(only)}`,
  ];
  return `<a class="name" id="${id}" href="#${id}">**${code(name)}**</a> <span class="facts">${facts.filter(Boolean).join(", ")}</span>`;
}

/** What the field is, then its limits and an example. */
function details({ descriptions, facts, example }: Field): string {
  const texts = descriptions.map(({ text, only }) =>
    oneLine(only ? `${capital(inWords(only))}: ${text}` : text),
  );
  const hasExample = example !== undefined && typeof example !== "object";
  const limits = [...facts, ...(hasExample ? [`Example: ${code(String(example))}.`] : [])];
  return [
    texts.length > 0 && `<span class="what">${texts.join(" ")}</span>`,
    limits.length > 0 && `<span class="limits">${limits.join(" ")}</span>`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The fields of an object, which a reader unfolds. */
function folded(
  { name, inner }: Field,
  id: string,
  about: Assumptions,
  siblings: number,
  depth: number,
): string[] {
  if (!inner) return [];
  const count = inner.fields.length === 1 ? "1 field" : `${inner.fields.length} fields`;
  const open = depth === 0 && siblings <= ENVELOPE ? " open" : "";
  return [
    "",
    `  <details class="inner"${open}><summary>${count} of <code>${name}</code></summary>`,
    "",
    ...linesOf(inner, id, about, depth + 1).map((lines) => lines.replaceAll(/^(?=.)/gm, "  ")),
    "",
    "  </details>",
    "",
  ];
}

/** A field that differs between the options of a union has an entry, and an anchor, for each. */
function uniqueSuffix({ only }: Field): string {
  return only ? `-${only.labels.join("-")}` : "";
}

/** The options of a union that say something about themselves. */
function optionsOf({ choice }: Body, about: Assumptions): string[] {
  return (choice?.options ?? [])
    .filter(({ description, marks }) => description || marks.length > 0)
    .map(
      ({ label, description, marks }) =>
        `- ${code(label)}: ${oneLine(description)}${assumed(marks, about)}`,
    );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
