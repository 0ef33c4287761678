import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a developer types, in which language, and the pages that answer it best, some at one of their sections. */
export type SearchQuestion = {
  question: string;
  language: "en" | "pt-BR";
  pages: readonly string[];
};

/**
 * A question a line. Some were written before the engine was chosen, many of these after the titles of issues of payment
 * SDKs, and others as strangers type them, who paste errors and use the words of other APIs. Some have typos.
 */
const TEXT = readFileSync(join(import.meta.dirname, "search-questions.txt"), "utf8");

/** The languages, each in a paragraph, whose pages lie in a folder. */
const FOLDERS = { en: "", "pt-BR": "pt-BR/" };

export const QUESTIONS: readonly SearchQuestion[] = TEXT.trim()
  .split("\n\n")
  .flatMap((paragraph) => {
    const [title = "", ...lines] = paragraph.split("\n");
    const language = title.slice(2) as SearchQuestion["language"];
    return lines.map((line) => {
      const [question = "", answers = ""] = line.split(" -> ");
      return { question, language, pages: answers.split(", ").map((p) => FOLDERS[language] + p) };
    });
  });
