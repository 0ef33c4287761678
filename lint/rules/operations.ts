import { operations } from "../../src/contract/operations.ts";
import { isObject, type Place } from "../../src/contract/place.ts";
import type { Rule } from "../rule.ts";

const OPERATION_ID = /^(?<tag>[a-z][A-Za-z]*)\.[a-z][A-Za-z]*$/;
const PUBLIC_OPERATION = "auth.createToken";

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

/** Getting a token is the one call made without one; an operation left open by slip is a hole. */
export const bearerTokenRequired: Rule = function* (contract) {
  for (const { id, place } of operations(contract)) {
    const security = place.at("security").exists ? place.at("security") : contract.at("security");
    const alternatives = security.members();
    if (id === PUBLIC_OPERATION && alternatives.length > 0) {
      yield { place, message: `${id} hands out the token, so it needs none: set security: [].` };
    }
    if (id !== PUBLIC_OPERATION && !requiresBearer(contract, alternatives)) {
      yield {
        place,
        message: `${id} can be called without the bearer token: drop its own security, or require the bearer scheme.`,
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
