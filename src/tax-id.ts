/** The tax id of an individual (CPF) or of a legal entity (CNPJ). */
export type TaxIdKind = "CPF" | "CNPJ";

const validators: Record<TaxIdKind, (taxId: string) => boolean> = { CPF: isCpf, CNPJ: isCnpj };

/** Whether a tax id is valid as any of these kinds. Punctuation is ignored. */
export function isTaxId(taxId: string, kinds: readonly TaxIdKind[]): boolean {
  const characters = withoutPunctuation(taxId);
  return kinds.some((kind) => validators[kind](characters));
}

/**
 * Removes the punctuation from a tax id. Letters in a CNPJ are capitals.
 *
 * @example
 * withoutPunctuation("12.abc.345/01DE-35"); // "12ABC34501DE35"
 */
export function withoutPunctuation(taxId: string): string {
  return taxId.replaceAll(/[\s./-]/g, "").toUpperCase();
}

/**
 * Whether 11 digits are a CPF with correct check digits. A repeated digit is no CPF, although its check
 * digits are correct.
 *
 * @example
 * isCpf("39053344705"); // true
 * isCpf("39053344706"); // false
 * isCpf("00000000000"); // false
 */
export function isCpf(digits: string): boolean {
  return /^\d{11}$/.test(digits) && !isRepeated(digits) && hasCheckDigits(digits, 11);
}

/**
 * Whether 14 characters are a CNPJ with correct check digits. The first 12 may be letters since July 2026.
 *
 * @example
 * isCnpj("11222333000181"); // true
 * isCnpj("12ABC34501DE35"); // true
 * isCnpj("12ABC34501DE53"); // false
 */
function isCnpj(characters: string): boolean {
  const hasForm = /^[\dA-Z]{12}\d{2}$/.test(characters);
  return hasForm && !isRepeated(characters) && hasCheckDigits(characters, 9);
}

/**
 * Completes the first nine digits of a CPF, or the first twelve of a CNPJ.
 *
 * @example
 * withCheckDigits("390533447"); // "39053344705"
 */
export function withCheckDigits(digits: string): string {
  const maxWeight = digits.length === 9 ? 11 : 9;
  const first = digits + checkDigit(digits, maxWeight);
  return first + checkDigit(first, maxWeight);
}

/** Whether each of the last two characters is the check digit of those before it. */
function hasCheckDigits(characters: string, maxWeight: number): boolean {
  return [-2, -1].every(
    (place) => Number(characters.at(place)) === checkDigit(characters.slice(0, place), maxWeight),
  );
}

/**
 * Modulo 11. The weights go from 2 to `maxWeight`, and again from 2, beginning with the last character. A
 * letter counts by its place in ASCII: A is 17.
 */
function checkDigit(characters: string, maxWeight: number): number {
  let sum = 0;
  for (let place = 0; place < characters.length; place++) {
    const value = characters.charCodeAt(characters.length - 1 - place) - "0".charCodeAt(0);
    sum += value * (2 + (place % (maxWeight - 1)));
  }
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

function isRepeated(characters: string): boolean {
  return characters === characters.charAt(0).repeat(characters.length);
}
