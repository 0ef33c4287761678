import { errorResponses, mediaTypes, operations } from "../../src/contract/operations.ts";
import { errorExamples, type ReturnCode, returnCodes } from "../../src/contract/return-codes.ts";
import { isControl, type Rule } from "../rule.ts";
import { isSentence } from "./prose.ts";

const ENVELOPE = "#/components/schemas/ErrorEnvelope";
/** Below it are the codes of the sandbox's own rules; test/contract holds their examples against those. */
const LAST_OF_SERVICE = -90_000;

/** A caller handles errors in one place, which works only while all of them have one shape. */
export const errorUsesEnvelope: Rule = function* (contract) {
  for (const operation of operations(contract)) {
    for (const { place } of errorResponses(operation)) {
      const bodies = mediaTypes(place);
      const strays = bodies.filter((body) => body.at("schema").reference !== ENVELOPE);
      for (const stray of bodies.length === 0 ? [place] : strays) {
        yield {
          place: stray,
          message:
            "This error does not come in the one envelope: refer to the schema ErrorEnvelope.",
        };
      }
    }
  }
};

/** Types, docs and the error table are made from the catalogue, so each entry has to be complete. */
export const returnCodeIsDescribed: Rule = function* (contract) {
  const known = returnCodes(contract);
  const schema = contract.at("components", "schemas", "ReturnCode");
  for (const list of ["x-enum-varnames", "x-enum-descriptions", "x-stated-for"]) {
    if (schema.at(list).members().length === known.length) continue;
    yield {
      place: schema.at(list),
      message: `${list} does not go with the ${known.length} codes: give it one entry for each, in their order.`,
    };
  }
  for (const { code, name, meaning, place } of known) {
    const isSame = (other: ReturnCode) => other.code === code || other.name === name;
    const faults: [boolean, string][] = [
      [!Number.isInteger(code), "it is no integer"],
      [!/^[A-Z][A-Za-z]+$/.test(name), "its name is not in PascalCase"],
      [!isSentence(meaning), "its description is no sentence"],
      [known.filter(isSame).length > 1, "it occurs twice"],
    ];
    for (const [, fault] of faults.filter(([wrong]) => wrong)) {
      yield {
        place,
        message: `Return code ${code} is not described: ${fault}. Give it a name in x-enum-varnames and a sentence in x-enum-descriptions.`,
      };
    }
  }
};

/** An example with a mistyped code or message teaches callers to look for what never comes. */
export const returnCodeInCatalogue: Rule = function* (contract) {
  const known = returnCodes(contract);
  for (const { name, data } of errorExamples(contract)) {
    const returnCode = data.at("returnCode");
    if (!returnCode.exists) continue;
    if (isControl(contract) && Number(returnCode.value) < LAST_OF_SERVICE) continue;

    const entry = known.find(({ code }) => code === returnCode.value);
    if (!entry) {
      yield {
        place: returnCode,
        message: `Return code ${returnCode.value} is not in the catalogue: add it to the schema ReturnCode, or correct it.`,
      };
    } else if (name !== entry.name) {
      yield {
        place: returnCode,
        message: `The example "${name}" has the return code of ${entry.name}: give it that name.`,
      };
    } else if (data.at("message").value !== entry.message) {
      yield {
        place: data.at("message"),
        message: `Return code ${entry.code} comes with the message "${entry.message}": write that.`,
      };
    }
  }
};

/** A code that no operation shows, or not the one it is stated for, is one that no caller can place. */
export const returnCodeIsUsed: Rule = function* (contract) {
  const shown = errorExamples(contract).map(({ operationId, data }) => ({
    operationId,
    code: data.at("returnCode").value,
  }));
  for (const { code, name, statedFor, place } of returnCodes(contract)) {
    const where = shown.filter((each) => each.code === code).map(({ operationId }) => operationId);
    if (where.length > 0 && (!statedFor || where.includes(statedFor))) continue;
    yield {
      place,
      message: `No error example of ${statedFor ?? "any operation"} has the return code ${code}: add an example "${name}" there.`,
    };
  }
};
