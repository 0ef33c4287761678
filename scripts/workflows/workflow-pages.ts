import { workflowSequence } from "../docs/pictures/workflow-sequence.ts";
import { makeProgram } from "./make-program.ts";
import { NEW_COMPANY, readWorkflows, type Workflow, type WorkflowFile } from "./read-workflows.ts";

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
  const { name, title, description, workflows } = file;
  const sections = workflows.map(async (workflow) => {
    const { workflowId, summary, description } = workflow;
    return `## ${summary}

${description}

![${summary}: the calls of the program and the responses](../pictures/workflows/${workflowId}.svg)

\`\`\`ts
${await makeProgram(workflow, newCompany)}\`\`\`
`;
  });
  const source = `\`openapi/workflows/${name}.arazzo.yaml\``;
  return `# Workflow: ${title}

${description}

The pictures and the programs are generated from ${source}. The
[page on workflows](index.md) says how to run it.

${(await Promise.all(sections)).join("\n")}`;
}
