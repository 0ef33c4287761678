import { PORTUGUESE_FOLDER } from "../docs/navigation.ts";
import { plainMarkdown } from "../docs/plain-markdown.ts";
import type { SitePage } from "../docs/site-source.ts";
import type { Translation } from "../docs/translation.ts";
import { makeProgram } from "./make-program.ts";
import {
  chapterHeading,
  hasChapter,
  NEW_COMPANY,
  readWorkflows,
  type Workflow,
  type WorkflowFile,
} from "./read-workflows.ts";
import { stepList } from "./step-list.ts";

/** What a guide has of a file of workflows. It is built, and not committed. */
export type Chapter = {
  /** The page of the guide, below `docs/` and without its extension. */
  guide: string;
  source: string;
};

/** A chapter for each file of workflows, with the steps and a program of each workflow. */
export async function workflowChapters(): Promise<Chapter[]> {
  const files = readWorkflows();
  const newCompany = files
    .flatMap(({ workflows }) => workflows)
    .find(({ workflowId }) => workflowId === NEW_COMPANY);
  if (!newCompany) throw new Error(`No workflow is called ${NEW_COMPANY}.`);
  return Promise.all(files.filter(hasChapter).map((file) => chapterOf(file, newCompany)));
}

/** The guides, each with its chapters at its end, in the language of the guide. */
export function withChapters(
  pages: readonly SitePage[],
  chapters: readonly Chapter[],
  translation: Translation,
): SitePage[] {
  return pages.map((page) => {
    const { file } = page;
    const isPortuguese = file.startsWith(`${PORTUGUESE_FOLDER}/`);
    const name = file.replace(`${PORTUGUESE_FOLDER}/`, "").replace(/\.md$/, "");
    const own = chapters
      .filter(({ guide }) => guide === name)
      .map(({ source }) => (isPortuguese ? translation.page(source) : source));
    if (own.length === 0) return page;
    const source = [page.source.trim(), ...own].join("\n\n");
    return { ...page, source, markdown: plainMarkdown(source) };
  });
}

async function chapterOf(file: WorkflowFile, newCompany: Workflow): Promise<Chapter> {
  const { name, summary, description, guide, workflows } = file;
  const sections = await Promise.all(workflows.map((each) => sectionOf(each, newCompany)));
  const source = [
    `## ${chapterHeading(file)}`,
    `[Run it](../workflows/index.md#run-them) · \`openapi/workflows/${name}.arazzo.yaml\``,
    `${summary} ${description}`,
    ...sections,
  ].join("\n\n");
  return { guide, source };
}

async function sectionOf(workflow: Workflow, newCompany: Workflow): Promise<string> {
  const { summary, description } = workflow;
  const program = `\`\`\`ts\n${await makeProgram(workflow, newCompany)}\`\`\``;
  return `### ${summary}

${description}

${stepList(workflow)}

<details>
<summary>The calls as a program</summary>

${program}

</details>`;
}
