import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { Cursor } from "../../src/contract/cursor.ts";
import { markedFirstSentence } from "../../src/contract/first-sentence.ts";
import { factsOf } from "../../src/contract/operation-facts.ts";
import { type Operation, operations } from "../../src/contract/operations.ts";
import { readContract, readControlContract } from "../../src/contract/read-bundled-contract.ts";
import { returnCodes } from "../../src/contract/return-codes.ts";
import type { ValueSchema } from "../../src/contract/value-schema.ts";
import type { ContractForms, Form, Portuguese, Transition } from "../../src/inspector/contract.ts";
import { labelOf } from "../../src/inspector/labels.ts";
import { keyOf, type Text, table } from "../../src/inspector/texts.ts";
import { businessRules } from "../../src/sandbox/domain/sandbox-return-codes.ts";
import { cardOutcomes } from "../../src/sandbox/domain/test-outcomes.ts";
import { Translation } from "../docs/translation.ts";

/** The Portuguese of what the inspector says, and the docs do not. */
export const INSPECTOR_TEXTS = "docs/pt-BR/inspector.yaml";

type Described = Omit<ContractForms, "portuguese">;

/** What the inspector knows of an operation: how to call it, and the form for its body. */
export function contractForms(): ContractForms {
  const service = Cursor.root(readContract());
  const control = Cursor.root(readControlContract());
  const forms = {
    service: operations(service).map(formOf),
    control: operations(control).map(formOf),
    returnCodes: { ...returnCodesOf(service), ...sandboxReturnCodes() },
    transitions: { ...transitionsOf(control), ...transitionsOf(service) },
  };
  return { ...forms, portuguese: portugueseOf(forms) };
}

/** The inspector's own Portuguese, and that of the docs for what both say. */
function portugueseOf(forms: Described): Portuguese {
  const { texts: own, ...others } = readInspectorTexts();
  const translation = Translation.read();
  const shared = shownTexts(forms).filter((text) => !(text in own));
  const pairs = shared.map((text) => [text, translation.say(text)] as const);
  const known = pairs.filter(([text]) => !translation.missing.has(text));
  return { texts: { ...own, ...Object.fromEntries(known) }, ...others };
}

export function readInspectorTexts(): Portuguese {
  return parse(readFileSync(join(import.meta.dirname, "../..", INSPECTOR_TEXTS), "utf8"));
}

/** What the page shows in its language: its own texts, and what the contracts and the tables of the sandbox say. */
export function shownTexts({ service, control, transitions, returnCodes }: Described): string[] {
  const forms = [...service, ...control];
  const texts = [
    ...Object.values(table).flatMap((group) => Object.values<Text>(group).map(keyOf)),
    ...forms.flatMap(textsOfForm),
    ...forms.filter(({ columns }) => columns !== undefined).flatMap(labelsOfList),
    ...Object.values(transitions).flatMap((each) => each.flatMap(wordsOfTrigger)),
    ...Object.values(returnCodes).flatMap(({ meaning, whatToDo }) => [meaning, whatToDo]),
    ...cardOutcomes.map(({ description }) => description),
  ];
  return [...new Set(texts)];
}

function textsOfForm({ summary, description, examples, parameters, body }: Form): string[] {
  const schemas = [...parameters.map(({ schema }) => schema), ...(body ? [body] : [])];
  const choices = examples.length > 1 ? examples : [];
  return [
    ...[summary, description, ...choices.map((example) => example.summary)],
    ...schemas.flatMap(helpIn),
  ];
}

function helpIn({ description, properties = {}, items, variants = [] }: ValueSchema): string[] {
  const parts = [...Object.values(properties), ...variants.map(({ schema }) => schema)];
  return [
    ...(description ? [description] : []),
    ...[...parts, ...(items ? [items] : [])].flatMap(helpIn),
  ];
}

/** The labels of columns and filters. */
function labelsOfList({ columns = [], parameters }: Form): string[] {
  const filters = parameters.map(({ name }) => name);
  return [...columns, ...filters.filter((name) => name !== "page" && name !== "limit")].map(
    labelOf,
  );
}

/** What causes a change, if that is no operation. */
function wordsOfTrigger({ trigger }: Transition): string[] {
  return trigger.includes(" ") ? [trigger] : [];
}

function returnCodesOf(service: Cursor): ContractForms["returnCodes"] {
  return Object.fromEntries(
    returnCodes(service).map(({ code, name, meaning, whatToDo }) => [
      code,
      { name, meaning, whatToDo, page: "errors.html" },
    ]),
  );
}

/** The return codes of the rules that only the sandbox has. */
function sandboxReturnCodes(): ContractForms["returnCodes"] {
  return Object.fromEntries(
    Object.entries(businessRules).map(([name, { returnCode, meaning, whatToDo }]) => [
      returnCode,
      { name, meaning, whatToDo, page: "sandbox/outcomes-and-faults.html" },
    ]),
  );
}

/** Only the sandbox needs the examples of responses. */
function formOf(operation: Operation): Form {
  const { successes, errors, description, body, ...form } = factsOf(operation);
  return {
    ...form,
    description: markedFirstSentence(description),
    parameters: form.parameters.map((each) => ({ ...each, schema: withShortHelp(each.schema) })),
    ...(body && { body: withShortHelp(body) }),
  };
}

/** A schema in which each input says in a sentence what it is for. What has no input of its own says nothing. */
function withShortHelp({ description, ...schema }: ValueSchema): ValueSchema {
  const { properties, items, variants } = schema;
  const isInput = !properties && !items && !variants && schema.const === undefined;
  return {
    ...schema,
    ...(isInput && description && { description: markedFirstSentence(description) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, withShortHelp(field)]),
      ),
    }),
    ...(items && { items: withShortHelp(items) }),
    ...(variants && {
      variants: variants.map((each) => ({ ...each, schema: withShortHelp(each.schema) })),
    }),
  };
}

/** The transitions of each status schema that has some, by the name of the schema. */
function transitionsOf(document: Cursor): Record<string, Transition[]> {
  return Object.fromEntries(
    document
      .at("components", "schemas")
      .members()
      .filter((schema) => schema.at("x-transitions").exists)
      .map((schema) => [schema.key, schema.at("x-transitions").value as Transition[]]),
  );
}
