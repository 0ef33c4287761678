import { withoutPunctuation } from "./tax-id.ts";

/** The federative units of Brazil. */
const STATES = new Set(
  "AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO".split(" "),
);

/** What a value is expected to be: whether it can be, and what is said about one that cannot. */
interface Expectation {
  isMet(value: string | number): boolean;
  problem: string;
}

/**
 * What the contract expects of a field with `x-plausible`, by the value of the mark. The interface takes any other
 * value too, and a bank does not.
 */
export const expectations = {
  filled: { isMet: (value) => `${value}`.trim() !== "", problem: "is empty" },
  email: { isMet: (value) => /[^\s@]@[^\s@]/.test(`${value}`), problem: "is no e-mail address" },
  streetNumber: { isMet: (value) => Number(value) >= 1, problem: "is less than 1" },
  state: { isMet: (value) => STATES.has(`${value}`), problem: "is no state of Brazil, such as SP" },
  zipcode: { isMet: isZipcode, problem: "does not have the eight digits of a CEP" },
} as const satisfies Record<string, Expectation>;

export type PlausibleKind = keyof typeof expectations;

/** As a number, it lacks a leading zero. No CEP has two. */
function isZipcode(value: string | number): boolean {
  const digits =
    typeof value === "number" ? `${value}`.padStart(8, "0") : withoutPunctuation(value);
  return /^(?!00)\d{8}$/.test(digits);
}
