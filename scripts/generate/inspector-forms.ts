import { Cursor } from "../../src/contract/cursor.ts";
import { factsOf } from "../../src/contract/operation-facts.ts";
import { type Operation, operations } from "../../src/contract/operations.ts";
import { readContract, readControlContract } from "../../src/contract/read-bundled-contract.ts";
import { returnCodes } from "../../src/contract/return-codes.ts";
import type { ContractForms, Form, Transition } from "../../src/inspector/contract.ts";
import { businessRules } from "../../src/sandbox/domain/business-rules.ts";
import { cardOutcomes } from "../../src/sandbox/domain/test-cards.ts";
import { Translation } from "../docs/translation.ts";

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

/** The Portuguese of what the page shows in the language of the page, as the docs have it. */
function portugueseOf(forms: Omit<ContractForms, "portuguese">): ContractForms["portuguese"] {
  const translation = Translation.read();
  const operationTexts = [...forms.service, ...forms.control].flatMap(({ summary, examples }) => [
    summary,
    ...examples.map((example) => example.summary),
  ]);
  const texts = [
    ...operationTexts,
    ...Object.values(forms.transitions).flatMap((each) => each.map(({ trigger }) => trigger)),
    ...Object.values(forms.returnCodes).map(({ meaning }) => meaning),
    ...cardOutcomes.map(({ description }) => description),
  ];
  const pairs = texts.map((text) => [text, translation.say(text)] as const);
  return Object.fromEntries(pairs.filter(([english, said]) => said !== english));
}

function returnCodesOf(service: Cursor): ContractForms["returnCodes"] {
  return Object.fromEntries(
    returnCodes(service).map(({ code, name, meaning }) => [
      code,
      { name, meaning, page: "errors.html" },
    ]),
  );
}

/** The return codes of the rules that only the sandbox has. */
function sandboxReturnCodes(): ContractForms["returnCodes"] {
  return Object.fromEntries(
    Object.entries(businessRules).map(([name, { returnCode, meaning }]) => [
      returnCode,
      { name, meaning, page: "sandbox/outcomes-and-faults.html" },
    ]),
  );
}

/** Only the sandbox needs the examples of responses. */
function formOf(operation: Operation): Form {
  const { successes, errors, ...form } = factsOf(operation);
  return form;
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
