import { readFileSync } from "node:fs";
import { titleAndDescription } from "../docs/markdown-files.ts";
import { workflowSequence } from "../docs/pictures/workflow-sequence.ts";
import { makeProgram } from "./make-program.ts";
import { NEW_COMPANY, readWorkflows, type Workflow, type WorkflowFile } from "./read-workflows.ts";
import { stepList } from "./step-list.ts";

const PAGES = "docs/workflows";
const PICTURES = "docs/pictures/workflows";

/** A page for each file of workflows, with a picture and a program for each workflow. */
export async function workflowPages(): Promise<{ path: string; text: string }[]> {
  const files = readWorkflows();
  const newCompany = files
    .flatMap(({ workflows }) => workflows)
    .find(({ workflowId }) => workflowId === NEW_COMPANY);
  if (!newCompany) throw new Error(`No workflow is called ${NEW_COMPANY}.`);
  const shown = files.filter(({ workflows }) => !workflows.includes(newCompany));
  const pages = shown.map(async (file) => ({
    path: `${PAGES}/${file.name}.md`,
    text: await pageOf(file, newCompany),
  }));
  const pictures = shown
    .flatMap(({ workflows }) => workflows)
    .map((workflow) => ({
      path: `${PICTURES}/${workflow.workflowId}.svg`,
      text: workflowSequence(workflow),
    }));
  return [...(await Promise.all(pages)), ...pictures];
}

async function pageOf(file: WorkflowFile, newCompany: Workflow): Promise<string> {
  const { name, title, summary, description, workflows, readNext } = file;
  const sections = workflows.map((workflow) => sectionOf(workflow, newCompany));
  const links = readNext.map((page) => `- [${titleOf(page)}](../${page}.md)`);
  return `# Workflow: ${title}

${summary} ${description}

${(await Promise.all(sections)).join("\n\n")}

## Run it

The steps, the pictures and the programs come from \`openapi/workflows/${name}.arazzo.yaml\`. With the sandbox at its
default address, this makes their calls in the repository. [Workflows](index.md#run-them) has more.

\`\`\`sh
npx redocly respect openapi/workflows/${name}.arazzo.yaml
\`\`\`

## Read next

${links.join("\n")}
`;
}

async function sectionOf(workflow: Workflow, newCompany: Workflow): Promise<string> {
  const { workflowId, summary, description } = workflow;
  const picture = `![${summary}: the calls of the program and the responses](../pictures/workflows/${workflowId}.svg)`;
  const program = `\`\`\`ts\n${await makeProgram(workflow, newCompany)}\`\`\``;
  return [
    `## ${summary}`,
    description,
    stepList(workflow),
    folded("The calls as a picture", picture),
    folded("The calls as a program", program),
  ].join("\n\n");
}

function folded(title: string, content: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>`;
}

function titleOf(page: string): string {
  return titleAndDescription(readFileSync(`docs/${page}.md`, "utf8")).title;
}
