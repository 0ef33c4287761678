import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { titleAndDescription } from "../docs/markdown-files.ts";
import { PORTUGUESE_FOLDER } from "../docs/navigation.ts";
import { asOutdated } from "../docs/portuguese-pages.ts";
import { type Say, Translation } from "../docs/translation.ts";
import { makeProgram } from "./make-program.ts";
import {
  callsWithoutTokens,
  NEW_COMPANY,
  readWorkflows,
  type Workflow,
  type WorkflowFile,
} from "./read-workflows.ts";
import { stepList } from "./step-list.ts";

/** The language of a page. */
interface Language {
  /** Below `docs`. */
  readonly folder: string;
  readonly say: Say;
  /** Whether no text has been without a translation. */
  isWhole(): boolean;
}

const english: Language = { folder: "", say: (text) => text, isWhole: () => true };

const RUN =
  "With the sandbox at its default address, this makes their calls in the repository. [Workflows](index.md#run-them) has more.";

type WrittenFile = { path: string; text: string };

/** A page for each file of workflows in each language, with the steps and a program of each workflow. */
export async function workflowPages(translation = Translation.read()): Promise<WrittenFile[]> {
  const files = readWorkflows();
  const newCompany = files
    .flatMap(({ workflows }) => workflows)
    .find(({ workflowId }) => workflowId === NEW_COMPANY);
  if (!newCompany) throw new Error(`No workflow is called ${NEW_COMPANY}.`);
  const shown = files.filter(({ workflows }) => !workflows.includes(newCompany));
  const written = shown.flatMap((file) => [
    fileOf(file, newCompany, english),
    fileOf(file, newCompany, inPortuguese(translation)),
  ]);
  return Promise.all(written);
}

function inPortuguese(translation: Translation): Language {
  const said: string[] = [];
  return {
    folder: `${PORTUGUESE_FOLDER}/`,
    say(text) {
      said.push(text);
      return translation.say(text);
    },
    isWhole: () => said.every((text) => !translation.missing.has(text)),
  };
}

async function fileOf(
  file: WorkflowFile,
  newCompany: Workflow,
  language: Language,
): Promise<WrittenFile> {
  const workflows = file.workflows.map((workflow) => ({
    ...withCallsIn(workflow, language),
    summary: language.say(workflow.summary),
    description: language.say(workflow.description),
  }));
  const beginning = withCallsIn(newCompany, language);
  const page = await pageOf({ ...file, workflows }, beginning, language);
  return { path: `docs/${language.folder}workflows/${file.name}.md`, text: page };
}

function withCallsIn(workflow: Workflow, { say }: Language): Workflow {
  const steps = callsWithoutTokens(workflow);
  return {
    ...workflow,
    steps: steps.map((step) => ({ ...step, description: say(step.description) })),
  };
}

async function pageOf(
  file: WorkflowFile,
  newCompany: Workflow,
  language: Language,
): Promise<string> {
  const { name, title, summary, description, workflows, readNext } = file;
  const { say } = language;
  const sections = workflows.map((workflow) => sectionOf(workflow, newCompany, language));
  const source = `openapi/workflows/${name}.arazzo.yaml`;
  const page = `# ${say("Workflow")}: ${say(title)}

${say(summary)} ${say(description)}

${(await Promise.all(sections)).join("\n\n")}

## ${say("Run it")}

${say(`The steps and the programs come from \`${source}\`. ${RUN}`)}

\`\`\`sh
npx redocly respect ${source}
\`\`\`

## ${say("Read next")}

${readNext.map((next) => `- ${linkTo(next, language)}`).join("\n")}
`;
  return language.isWhole() ? page : asOutdated(page);
}

async function sectionOf(
  workflow: Workflow,
  newCompany: Workflow,
  language: Language,
): Promise<string> {
  const { summary, description } = workflow;
  const { say } = language;
  const program = `\`\`\`ts\n${await makeProgram(workflow, newCompany)}\`\`\``;
  return [
    `## ${summary}`,
    description,
    stepList(workflow, say),
    folded(say("The calls as a program"), program),
  ].join("\n\n");
}

function folded(title: string, content: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>`;
}

/** A link to the page in the language, or to the English one if there is no other. */
function linkTo(page: string, { folder }: Language): string {
  const english = `docs/${page}.md`;
  const file = [`docs/${folder}${page}.md`].find(existsSync) ?? english;
  const { title } = titleAndDescription(readFileSync(file, "utf8"));
  return `[${title}](${posix.relative(`docs/${folder}workflows`, file)})`;
}
