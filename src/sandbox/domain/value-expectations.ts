import { isTaxId, type TaxIdKind, withoutPunctuation } from "../../tax-id.ts";

/** The federative units of Brazil. */
const STATES = new Set(
  "AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO".split(" "),
);

/** What a value is expected to be: whether it can be, and what is said about one that cannot. */
export interface Expectation {
  isMet(value: string | number): boolean;
  problem: string;
}

const filled: Expectation = {
  isMet: (value) => `${value}`.trim() !== "",
  problem: "is empty",
};

const taxId = (...kinds: TaxIdKind[]): Expectation => ({
  isMet: (value) => isTaxId(`${value}`, kinds),
  problem: `is no ${kinds.join(" or ")} with correct check digits`,
});

/**
 * What a bank expects of the data of a person, by the kinds of a tax id or the names of the fields. The service's
 * specification states no such limits, so the interface takes any other value too.
 */
export const expectations: Readonly<Record<string, Expectation>> = {
  CPF: taxId("CPF"),
  CNPJ: taxId("CNPJ"),
  "CPF or CNPJ": taxId("CPF", "CNPJ"),
  name: filled,
  firstName: filled,
  lastName: filled,
  holderName: filled,
  email: { isMet: (value) => /[^\s@]@[^\s@]/.test(`${value}`), problem: "is no e-mail address" },
  street: filled,
  streetNumber: { isMet: (value) => Number(value) >= 1, problem: "is less than 1" },
  neighborhood: filled,
  city: filled,
  state: { isMet: (value) => STATES.has(`${value}`), problem: "is no state of Brazil, such as SP" },
  zipcode: { isMet: isZipcode, problem: "does not have the eight digits of a CEP" },
};

/** As a number, it lacks a leading zero. No CEP has two. */
function isZipcode(value: string | number): boolean {
  const digits =
    typeof value === "number" ? `${value}`.padStart(8, "0") : withoutPunctuation(value);
  return /^(?!00)\d{8}$/.test(digits);
}
