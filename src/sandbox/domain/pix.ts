import { DAY } from "./calendar.ts";

/** How long the code of a Pix can be paid, in milliseconds. */
export const PIX_LIFETIME = DAY;

/** The charge that a dynamic BR Code describes. */
type DynamicCharge = {
  /** The URL from which the buyer's bank reads the charge, without "https://". At most 77 characters. */
  readonly location: string;
  readonly amount: number;
  readonly merchantName: string;
  readonly merchantCity: string;
};

/** A field of a BR Code: its id, and its text or nested fields. */
type Field = readonly [id: string, value: string | readonly Field[]];

/** The maximum lengths in the standard, in characters. */
const MAX_LENGTHS = { name: 25, city: 15 };

/**
 * The code of a Pix charge that the buyer scans or pastes (a dynamic BR Code).
 *
 * @example
 * dynamicCode({
 *   location: "pix.service.invalid/v2/5e2a9c741f3b4d60b8e793c5d7a1f024",
 *   amount: 4990,
 *   merchantName: "LOJA EXEMPLO",
 *   merchantCity: "SAO PAULO",
 * });
 * // "00020101021226770014br.gov.bcb.pix2555pix.service.invalid/v2/5e2a…6304CA67"
 */
export function dynamicCode(charge: DynamicCharge): string {
  const { location, amount, merchantName, merchantCity } = charge;
  return brCode([
    ["00", "01"],
    // Can be paid only once.
    ["01", "12"],
    [
      "26",
      [
        ["00", "br.gov.bcb.pix"],
        ["25", location],
      ],
    ],
    // No specific merchant category.
    ["52", "0000"],
    // The Brazilian real in ISO 4217.
    ["53", "986"],
    ["54", reais(amount)],
    ["58", "BR"],
    ["59", withoutAccents(merchantName, MAX_LENGTHS.name)],
    ["60", withoutAccents(merchantCity, MAX_LENGTHS.city)],
    ["62", [["05", "***"]]],
  ]);
}

/**
 * The text of a BR Code, with its checksum.
 *
 * @example
 * brCode([["00", "01"], ["26", [["00", "br.gov.bcb.pix"], ["01", "ana@example.com"]]]]);
 * // "00020126370014br.gov.bcb.pix0115ana@example.com63040DE7"
 */
function brCode(fields: readonly Field[]): string {
  // The checksum covers the id and the length of its own field.
  const covered = `${textOf(fields)}6304`;
  return `${covered}${crc16(covered)}`;
}

/**
 * The checksum of a BR Code: CRC-16/CCITT-FALSE, as four hexadecimal digits. The text is ASCII.
 *
 * @example
 * crc16("123456789"); // "29B1"
 */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
    }
    crc &= 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

function textOf(fields: readonly Field[]): string {
  return fields
    .map(([id, value]) => {
      const text = typeof value === "string" ? value : textOf(value);
      return `${id}${`${text.length}`.padStart(2, "0")}${text}`;
    })
    .join("");
}

function reais(centavos: number): string {
  return `${centavos}`.padStart(3, "0").replace(/(..)$/, ".$1");
}

/** Converts to ASCII, which every bank can read. A field must not be empty, so empty text becomes "-". */
function withoutAccents(text: string, maxLength: number): string {
  const ascii = text.normalize("NFD").replaceAll(/[^ -~]/g, "");
  return ascii.trim().slice(0, maxLength).trim() || "-";
}
