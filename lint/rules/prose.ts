import { operations } from "../../src/contract/operations.ts";
import { isString } from "../../src/contract/place.ts";
import type { Rule } from "../rule.ts";

const CAPITALISED = new Set(["PF", "PJ", "PIX", "CPF", "CNPJ", "BRL", "JWT", "I"]);
const SENTENCE = /^[A-Z0-9`"-].*[.!?]$/s;
const INFERRED_LENGTH = { min: 20, max: 300 };

export function isSentence(text: unknown): text is string {
  return isString(text) && SENTENCE.test(text);
}

/** Summaries are the entries of a menu: they read as one list only when they are cased as one. */
export const summaryInSentenceCase: Rule = function* (contract) {
  for (const { place } of operations(contract)) {
    const summary = place.at("summary");
    if (!isString(summary.value)) continue;

    const [first = "", ...rest] = summary.value.split(/[\s/(),-]+/);
    const shouting = rest.filter((word) => /^[A-Z]/.test(word) && !CAPITALISED.has(word));
    if (!/^[A-Z]/.test(first)) {
      yield { place: summary, message: `The summary begins with "${first}": capitalise it.` };
    }
    if (summary.value.endsWith(".")) {
      yield { place: summary, message: "The summary ends with a period: drop it." };
    }
    if (shouting.length > 0) {
      const words = shouting.join(", ");
      yield { place: summary, message: `Use sentence case: write ${words} in lower case.` };
    }
  }
};

/** A caller reads the description to learn what the name cannot say; a fragment says no more. */
export const operationDescription: Rule = function* (contract) {
  for (const { id, place } of operations(contract)) {
    if (isSentence(place.at("description").value)) continue;
    yield {
      place: place.at("description"),
      message: `Say in a full sentence, from capital to period, what a caller of ${id} must know.`,
    };
  }
};

/** The mark is all that tells an assumption from a fact, so it has to say what is assumed and why. */
export const inferredIsSentence: Rule = function* (contract) {
  for (const place of contract.descendants()) {
    if (place.key !== "x-inferred") continue;
    const complaint = complaintAboutReason(place.value);
    if (complaint) {
      yield {
        place,
        message: `${complaint} Write one sentence: what is assumed, and on what ground.`,
      };
    }
  }
};

function complaintAboutReason(reason: unknown): string | undefined {
  const { min, max } = INFERRED_LENGTH;
  if (!isString(reason)) return "x-inferred is not a text.";
  if (reason.includes("\n")) return "x-inferred runs over several lines.";
  if (reason.length < min) return `x-inferred is shorter than ${min} characters.`;
  if (reason.length > max) return `x-inferred is longer than ${max} characters.`;
  if (!isSentence(reason)) return "x-inferred lacks its capital or its period.";
  return undefined;
}
