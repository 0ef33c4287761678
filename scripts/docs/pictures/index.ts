import { join } from "node:path";
import type { Cursor } from "../../../src/contract/cursor.ts";
import { marketplaceSequence } from "./marketplace-sequence.ts";
import { paymentSequence } from "./payment-sequences.ts";
import { postbackRetries } from "./postback-retries.ts";
import { paymentStates, subscriptionStates } from "./status-pictures.ts";
import { type Words, words } from "./words.ts";

/** The pictures of the guides, by the names of their files. */
const PICTURES: Record<string, (from: { service: Cursor; words: Words }) => string> = {
  "pix-sequence": ({ service, words }) => paymentSequence(service, words, "pix"),
  "billet-sequence": ({ service, words }) => paymentSequence(service, words, "billet"),
  "marketplace-sequence": ({ service, words }) => marketplaceSequence(service, words),
  "postback-retries": ({ words }) => postbackRetries(words),
  "payment-states": ({ service, words }) => paymentStates(service, words),
  "subscription-states": ({ service, words }) => subscriptionStates(service, words),
};

const FOLDERS = { en: "docs/pictures", "pt-BR": "docs/pictures/pt-BR" };

/** All pictures in all languages, by the paths of their files. */
export function drawPictures(service: Cursor): { path: string; text: string }[] {
  return Object.entries(PICTURES).flatMap(([name, draw]) =>
    (["en", "pt-BR"] as const).map((language) => ({
      path: join(FOLDERS[language], `${name}.svg`),
      text: draw({ service, words: words[language] }),
    })),
  );
}
