import { join } from "node:path";
import type { Contracts } from "../contract-tables.ts";
import { mockOrSandbox } from "./mock-or-sandbox.ts";
import { moneyThroughSplits, shownPayment } from "./money-through-splits.ts";
import { postbackRetries } from "./postback-retries.ts";
import { cardToRefund, payLater } from "./sequences.ts";
import { settlementCalendar } from "./settlement-calendar.ts";
import { paymentStates, subscriptionStates } from "./state-machines.ts";
import { subscriptionCycles } from "./subscription-cycles.ts";
import { type Language, type Words, words } from "./words.ts";

type Draw = (contracts: Contracts, words: Words) => string | Promise<string>;

/** The pictures of the docs, by the names of their files. */
export const PICTURES = {
  "card-to-refund": ({ service }, words) => cardToRefund(service, words),
  "pix-sequence": ({ service }, words) => payLater(service, words, "pix"),
  "billet-sequence": ({ service }, words) => payLater(service, words, "billet"),
  "postback-retries": (_, words) => postbackRetries(words),
  "money-through-splits": ({ service, control }, words) =>
    moneyThroughSplits(service, words, shownPayment(service, control)),
  "settlement-calendar": (_, words) => settlementCalendar(words),
  "subscription-cycles": (_, words) => subscriptionCycles(words),
  "payment-states": ({ service }, words) => paymentStates(service, words),
  "subscription-states": ({ service }, words) => subscriptionStates(service, words),
  "mock-or-sandbox": (_, words) => mockOrSandbox(words),
} satisfies Record<string, Draw>;

type PictureName = keyof typeof PICTURES;

const FOLDERS: Record<Language, string> = { en: "docs/pictures", "pt-BR": "docs/pictures/pt-BR" };

/** A picture in a language, as SVG. */
export async function drawPicture(
  name: PictureName,
  language: Language,
  contracts: Contracts,
): Promise<string> {
  const draw: Draw = PICTURES[name];
  return draw(contracts, words[language]);
}

/** All pictures in all languages, by the paths of their files. */
export function drawPictures(contracts: Contracts): Promise<{ path: string; text: string }[]> {
  const files = (Object.keys(FOLDERS) as Language[]).flatMap((language) =>
    (Object.keys(PICTURES) as PictureName[]).map(async (name) => ({
      path: join(FOLDERS[language], `${name}.svg`),
      text: await drawPicture(name, language, contracts),
    })),
  );
  return Promise.all(files);
}
