import { Cursor } from "../../src/contract/cursor.ts";
import {
  httpMethodOf,
  type Operation,
  operations,
  parameters,
} from "../../src/contract/operations.ts";
import { readContract, readControlContract } from "../../src/contract/read-bundled-contract.ts";
import { returnCodes } from "../../src/contract/return-codes.ts";
import type { ContractForms, Form, FormSchema, Transition } from "../../src/inspector/contract.ts";
import { businessRules } from "../../src/sandbox/domain/rule-violations.ts";

/** What the inspector knows of an operation: how to call it, and the form for its body. */
export function contractForms(): ContractForms {
  const service = Cursor.root(readContract());
  const control = Cursor.root(readControlContract());
  return {
    service: operations(service).map(formOf),
    control: operations(control).map(formOf),
    returnCodes: { ...returnCodesOf(service), ...sandboxReturnCodes() },
    transitions: { ...transitionsOf(control), ...transitionsOf(service) },
    moneyFields: [...new Set([service, control].flatMap(moneyFields))].sort(),
  };
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

function formOf(operation: Operation): Form {
  const { id, cursor, pathItem } = operation;
  const content = cursor.at("requestBody", "content", "application/json");
  const examples = content.at("examples").members();
  return {
    id,
    method: httpMethodOf(operation),
    path: pathItem.key,
    summary: text(cursor.at("summary")),
    description: text(cursor.at("description")),
    parameters: parameters(operation).map((parameter) => ({
      name: text(parameter.at("name")),
      in: text(parameter.at("in")) as "path" | "query" | "header",
      required: parameter.at("required").value === true,
      schema: { ...schemaOf(parameter.at("schema")), ...described(parameter) },
    })),
    ...(content.exists && { body: schemaOf(content.at("schema")) }),
    examples: examples.map((example) => ({
      name: example.key,
      summary: text(example.at("summary")) || example.key,
      value: example.at("value").value,
    })),
  };
}

/** The parts of a schema that a form needs, with all references resolved. */
function schemaOf(schema: Cursor): FormSchema {
  const own = partOf(schema);
  return schema.at("allOf").members().map(schemaOf).reduce(merged, own);
}

function partOf(schema: Cursor): FormSchema {
  const { type, ...keywords } = pick(schema, [
    ...(["type", "const", "enum", "format", "x-extensible-enum"] as const),
  ]);
  const properties = schema.at("properties").members();
  const mapping = schema.at("discriminator", "mapping").members();
  const alternatives = ["oneOf", "anyOf"].flatMap((keyword) => schema.at(keyword).members());
  const types = [type].flat().filter((each) => each !== undefined);
  const own: FormSchema = {
    ...keywords,
    ...described(schema),
    ...(types.length > 0 && { type: `${types.find((each) => each !== "null")}` }),
    ...(isMoney(schema) && { isMoney: true as const }),
    ...(schema.at("x-sensitive").value === true && { sensitive: true }),
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map((each) => [each.key, schemaOf(each)])),
      required: schema
        .at("required")
        .members()
        .map(({ value }) => `${value}`),
    }),
    ...(schema.at("items").exists && { items: schemaOf(schema.at("items")) }),
  };
  if (mapping.length > 0) {
    const variants = mapping.map((each) => ({
      value: each.key,
      schema: schemaOf(alternatives.find(({ reference }) => reference === each.value) as Cursor),
    }));
    return { ...own, discriminator: text(schema.at("discriminator", "propertyName")), variants };
  }
  const choices = alternatives.filter((each) => each.at("type").value !== "null").map(schemaOf);
  // A field that only some alternatives require is optional.
  return choices
    .map((each) => (choices.length > 1 ? { ...each, required: [] } : each))
    .reduce(merged, own);
}

function moneyFields(contract: Cursor): string[] {
  return [...contract.at("components", "schemas").descendants()].flatMap((schema) =>
    schema
      .at("properties")
      .ownMembers()
      .filter(isMoney)
      .map(({ key }) => key),
  );
}

function isMoney(schema: Cursor): boolean {
  return schema.at("x-unit").value === "centavos" || schema.at("allOf").members().some(isMoney);
}

/** The fields of both, and what is required by the first. */
function merged(one: FormSchema, other: FormSchema): FormSchema {
  const all = { ...other, ...one };
  if (!one.properties && !other.properties) return all;
  return {
    ...all,
    properties: { ...other.properties, ...one.properties },
    required: [...new Set([...(other.required ?? []), ...(one.required ?? [])])],
  };
}

function described(cursor: Cursor): { description?: string } {
  const description = text(cursor.at("description"));
  return description === "" ? {} : { description };
}

function pick(schema: Cursor, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => [name, schema.at(name).value]).filter(([, value]) => value !== undefined),
  );
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

function text({ value }: Cursor): string {
  return typeof value === "string" ? value : "";
}
