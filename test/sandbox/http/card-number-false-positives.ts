import { isCardNumber } from "../../../src/card-number.ts";
import { validators } from "../../../src/sandbox/http/compile-validators.ts";
import { validateRequest } from "../../../src/sandbox/http/validate-request.ts";
import { routes } from "../../../src/sandbox/openapi/index.ts";
import { body } from "../contract-examples.ts";

/** What is sent with a card, and what it is sent to. */
const REQUESTS = [
  ["payments.create", body("payments.create", "cardWithSplits")],
  ["cards.tokenize", body("cards.tokenize", "card")],
] as const;

/** Texts that are the caller's own, in which any digits may be. */
const FREE_TEXTS = new Set([
  ...["firstName", "lastName", "document", "phone", "street", "neighborhood", "city", "state"],
  ...["zipcode", "complement", "reference", "holderName"],
]);

/** First digits of every brand, and of none. */
const PREFIXES = [
  "4",
  "51",
  "2221",
  "34",
  "37",
  "36",
  "38",
  "6011",
  "65",
  "3528",
  "606282",
  "636368",
  "90",
];

/**
 * Holds random requests with a valid card, and 10 to 20 digits in every free text, against the
 * contract as the server does. Returns the reasons of all rejections.
 */
export function wrongRejections(count: number, seed: string): string[] {
  const random = randomOf(seed);
  const rejections: string[] = [];
  for (let made = 0; made < count; made++) {
    const [id, example] = REQUESTS[made % 2] as (typeof REQUESTS)[number];
    const route = routes.service.find((one) => one.id === id);
    if (!route) throw new Error(`The service has no ${id}.`);
    const given = { path: {}, query: {}, headers: {}, body: filled(example, random) };
    try {
      validateRequest(route, given, validators.service);
    } catch (error) {
      rejections.push(`${id}: ${(error as Error).message} ${JSON.stringify(given.body)}`);
    }
  }
  return rejections;
}

type Random = (end: number) => number;

function filled(example: unknown, random: Random): unknown {
  return JSON.parse(JSON.stringify(example), (name, value) => {
    if (name === "cardNumber") return validCard(random);
    if (name === "securityCode") return digits(3 + random(2), random);
    if (name === "email") return `${digitText(random)}@shop.example`;
    if (name === "postbackUrl") return postbackUrl(random);
    return FREE_TEXTS.has(name) ? digitText(random) : value;
  });
}

function postbackUrl(random: Random): string {
  const [order, secret] = [digitText(random), digitText(random)];
  return `https://shop.example/${order}?of=${secret}`.replaceAll(" ", "-");
}

/** Half of the texts begin as a card does; of those as long as a card's number a tenth passes for one. */
function digitText(random: Random): string {
  const front = random(2) === 0 ? prefix(random) : "";
  const text = front + digits(10 + random(11) - front.length, random);
  return random(3) === 0 ? text.replace(/\d{4}(?=\d)/g, "$& ") : text;
}

function prefix(random: Random): string {
  return PREFIXES[random(PREFIXES.length)] ?? "";
}

/** A card number of any brand, of each length that the contract takes. */
function validCard(random: Random): string {
  const first = prefix(random);
  const front = first + digits(12 + random(4) - first.length, random);
  const check = [..."0123456789"].find((digit) => isCardNumber(front + digit));
  return `${front}${check}`;
}

function digits(count: number, random: Random): string {
  return Array.from({ length: count }, () => random(10)).join("");
}

/** Whole numbers below an end that follow from a seed (xorshift). */
function randomOf(seed: string): Random {
  let state = [...seed].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7) || 1;
  return (end) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % end;
  };
}
