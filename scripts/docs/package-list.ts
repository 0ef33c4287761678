import { existsSync, readFileSync } from "node:fs";
import { titleAndDescription } from "./markdown-files.ts";
import { GUIDES } from "./navigation.ts";
import { llmsTxt } from "./plain-markdown.ts";
import { fileOf } from "./site-source.ts";

const SKILL = "skills/centavo/SKILL.md";

/** The contracts, which no page of the site is. */
const CONTRACTS = [
  [
    "generated/openapi.yaml",
    "The contract",
    "Each operation with its fields, errors and examples.",
  ],
  ["generated/sandbox-control.yaml", "The controls", "The same for the controls of the sandbox."],
] as const;

/** The list of pages for language models, with links to the files of the package. The site has its own. */
export function packageList(): string {
  const page = (file: string) => ({ file, ...titleAndDescription(readFileSync(file, "utf8")) });
  const home = page(fileOf("index"));
  return llmsTxt("Centavo", home.description, [
    { title: "For agents", pages: [page(SKILL)] },
    ...GUIDES.map(({ text, pages }) => ({
      title: text,
      // Pages of workflows are on the site alone.
      pages: pages.map(fileOf).filter(existsSync).map(page),
    })),
    {
      title: "Contracts",
      pages: CONTRACTS.map(([file, title, description]) => ({ file, title, description })),
    },
  ]);
}
