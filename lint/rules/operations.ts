import {
  isPublic,
  operations,
  parameters,
  requestSchema,
  successSchema,
} from "../../src/contract/operations.ts";
import { isObject, type Place } from "../../src/contract/place.ts";
import type { Rule } from "../rule.ts";

const OPERATION_ID = /^(?<tag>[a-z][A-Za-z]*)\.[a-z][A-Za-z]*$/;
/** The operations that are called without a token, and why. */
const PUBLIC_OPERATIONS = new Map([
  ["auth.createToken", "hands out the token"],
  ["companies.create", "hands out the keys that a token is had with"],
  ["health.get", "is called before there is a company"],
]);

/** The id is the call that people type, `payments.create`; its first part is where the docs file it. */
export const operationIdMatchesTag: Rule = function* (contract) {
  for (const { id, place } of operations(contract)) {
    const tag = OPERATION_ID.exec(id)?.groups?.tag;
    const tags = place.at("tags").members();
    if (!tag) {
      yield {
        place: place.at("operationId"),
        message: `"${id}" is no operation id: write tag.verb, as in payments.create.`,
      };
    } else if (tags.length !== 1 || tags[0]?.value !== tag) {
      yield {
        place: place.at("tags"),
        message: `${id} belongs under one tag, "${tag}": make it the only one, or rename the operation.`,
      };
    }
  }
};

/** Few operations come before the token, and each for a reason; one left open by slip is a hole. */
export const bearerTokenRequired: Rule = function* (contract) {
  for (const { id, place } of operations(contract)) {
    const security = place.at("security").exists ? place.at("security") : contract.at("security");
    const alternatives = security.members();
    const reason = PUBLIC_OPERATIONS.get(id);
    if (reason && alternatives.length > 0) {
      yield { place, message: `${id} ${reason}, so it needs none: set security: [].` };
    }
    if (!reason && !requiresBearer(contract, alternatives)) {
      yield {
        place,
        message: `${id} can be called without the bearer token: drop its own security, or require the bearer scheme.`,
      };
    }
  }
};

/** A caller prepares for what is declared. Who sends nothing and needs no token is never refused. */
export const refusalIsDeclared: Rule = function* (contract) {
  for (const operation of operations(contract)) {
    const { id, place } = operation;
    const takes = parameters(operation).length > 0 || requestSchema(operation).exists;
    const needed = [
      { status: "400", when: takes, why: "what is sent may be invalid" },
      { status: "401", when: takes || !isPublic(operation), why: "its caller may be unknown" },
    ];
    for (const { status, why } of needed.filter(({ when }) => when)) {
      if (place.at("responses", status).exists) continue;
      yield {
        place: place.at("responses"),
        message: `${id} is not answered with ${status}, though ${why}: declare it.`,
      };
    }
  }
};

function requiresBearer(contract: Place, alternatives: Place[]): boolean {
  const bearers = contract
    .at("components", "securitySchemes")
    .members()
    .filter((scheme) => scheme.at("scheme").value === "bearer")
    .map(({ key }) => key);
  return (
    alternatives.length > 0 &&
    alternatives.every(({ value }) => isObject(value) && bearers.some((name) => name in value))
  );
}

/** Who walks through pages has to know what a new item does to them, or that nobody knows. */
export const listSaysItsOrder: Rule = function* (contract) {
  for (const operation of operations(contract)) {
    if (successSchema(operation).at("properties", "data", "type").value !== "array") continue;
    const { place, id } = operation;
    const answer = place.at("responses", "200", "description");
    const told = [place.at("description"), answer].map(({ value }) => String(value)).join(" ");
    if (/\border\b|\bthe (newest|oldest) first\b/.test(told)) continue;
    yield {
      place: answer,
      message: `${id} does not say in what order its items come: say it, or that it is not known.`,
    };
  }
};

/** A tag outside the groups vanishes from the docs' menu, and its operations with it. */
export const tagInOneGroup: Rule = function* (contract) {
  const declared = contract.at("tags").members();
  const listed = contract
    .at("x-tagGroups")
    .members()
    .flatMap((group) => group.at("tags").members());
  const used = operations(contract).flatMap(({ place }) => place.at("tags").members());

  for (const tag of declared) {
    const name = tag.at("name").value;
    const groups = listed.filter(({ value }) => value === name).length;
    if (groups !== 1) {
      yield { place: tag, message: `Tag ${name} is in ${groups} x-tagGroups: list it in one.` };
    }
    if (!used.some(({ value }) => value === name)) {
      yield { place: tag, message: `No operation has the tag ${name}: use it or delete it.` };
    }
  }
  for (const entry of listed) {
    if (!declared.some((tag) => tag.at("name").value === entry.value)) {
      yield {
        place: entry,
        message: `x-tagGroups lists ${entry.value}, which is no tag: declare it under tags.`,
      };
    }
  }
};
