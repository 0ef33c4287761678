import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The section that says what changes on the day of publication, in each language. */
const PLACES = [
  { file: "README.md", section: /^## Install\n.*?(?=^## )/ms },
  { file: "README.pt-BR.md", section: /^## Instalação\n.*?(?=^## )/ms },
];

const NAME = /^centavo(@.*)?$/;
const FETCHES = /\b(?:npm|pnpm|yarn|bun) +(?:install|i|add)((?: +[^\s`|;&]+)+)/g;
const RUNS = /\b(?:npx|bunx|npm exec|npm x|(?:pnpm|yarn) dlx)((?: +-\S+)*) +centavo\b/g;

/** The commands in a text that would install our name from the registry, where anyone may take it. */
function fromRegistry(text: string): string[] {
  const fetches = [...text.matchAll(FETCHES)].filter(([, args = ""]) =>
    args.split(" ").some((word) => NAME.test(word)),
  );
  const runs = [...text.matchAll(RUNS)].filter(([, flags = ""]) => !flags.includes("--no-install"));
  return [...fetches, ...runs].map(([command]) => command);
}

/** Tests may contain such commands. */
const files = execFileSync("git", ["ls-files"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((file) => existsSync(file) && !/^(test\/|package-lock\.json$)/.test(file));

test("no text installs the package from the registry, where its name is not taken", () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const place = PLACES.find((each) => each.file === file);
    const rest = place ? text.replace(place.section, "") : text;
    return fromRegistry(rest).map((command) => `${file}: ${command}`);
  });
  expect(files).toEqual(expect.arrayContaining(["docs/mock.md", "generated/openapi.yaml"]));
  expect(found, "a text installs the package by a name that is not ours").toEqual([]);
});

test.each(PLACES)("one section of $file names the command of later", ({ file, section }) => {
  const [text = ""] = section.exec(readFileSync(file, "utf8")) ?? [];
  expect(fromRegistry(text)).toEqual(["npm install centavo"]);
});
