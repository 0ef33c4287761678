import { plainMarkdown } from "../docs/plain-markdown.ts";
import type { SitePage } from "../docs/site-source.ts";
import { makeProgram } from "./make-program.ts";
import {
  hasPage,
  NEW_COMPANY,
  readWorkflows,
  type Workflow,
  type WorkflowFile,
} from "./read-workflows.ts";
import { stepList } from "./step-list.ts";

/** A page of the site for each file of workflows, with the steps and a program of each workflow. */
export async function workflowPages(): Promise<SitePage[]> {
  const files = readWorkflows();
  const newCompany = files
    .flatMap(({ workflows }) => workflows)
    .find(({ workflowId }) => workflowId === NEW_COMPANY);
  if (!newCompany) throw new Error(`No workflow is called ${NEW_COMPANY}.`);
  return Promise.all(files.filter(hasPage).map((file) => pageOf(file, newCompany)));
}

async function pageOf(file: WorkflowFile, newCompany: Workflow): Promise<SitePage> {
  const { name, title, summary, description, guide, workflows } = file;
  const sections = await Promise.all(workflows.map((each) => sectionOf(each, newCompany)));
  const source = [
    `# Workflow: ${title}`,
    `[Guide](../${guide}.md) · [Run it](index.md#run-them) · \`openapi/workflows/${name}.arazzo.yaml\``,
    `${summary} ${description}`,
    ...sections,
  ].join("\n\n");
  return {
    file: `workflows/${name}.md`,
    title: `Workflow: ${title}`,
    description: summary,
    source,
    markdown: plainMarkdown(source),
  };
}

async function sectionOf(workflow: Workflow, newCompany: Workflow): Promise<string> {
  const { summary, description } = workflow;
  const program = `\`\`\`ts\n${await makeProgram(workflow, newCompany)}\`\`\``;
  return `## ${summary}

${description}

${stepList(workflow)}

<details>
<summary>The calls as a program</summary>

${program}

</details>`;
}
