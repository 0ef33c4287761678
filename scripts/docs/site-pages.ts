import type { Cursor } from "../../src/contract/cursor.ts";
import { describeTransition } from "./assumptions.ts";
import type { Contracts } from "./contract-tables.ts";
import { escapeHtml, scrolling } from "./html.ts";
import { render } from "./markdown.ts";
import { page } from "./page-layout.ts";
import { renderGuide } from "./render-guide.ts";
import { drawSequence } from "./sequence-diagram.ts";
import { drawStateMachine, STATE_MACHINES } from "./state-diagram.ts";

/** The start page: an overview with a sequence diagram and the state diagrams. */
export async function overviewPage(contracts: Contracts): Promise<string> {
  const contract = contracts.service;
  const machines = await Promise.all(
    STATE_MACHINES.map(async ({ schema, title }) => {
      const status = contract.at("components", "schemas", schema);
      return `<h2 id="${schema}">${title}</h2>
${render(String(status.at("description").value))}
${scrolling(await drawStateMachine(status, title, "across"), title)}
${scrolling(await drawStateMachine(status, title, "down"), title)}
${assumedTransitions(status)}`;
    }),
  );
  const flow = "From card to refund";
  const content = `${renderGuide("docs/overview.md", contracts)}
<h2 id="flow">${flow}</h2>
<p>These calls lead from the first token of a new account to a refund. The client makes the first call automatically.</p>
${scrolling(drawSequence(contract), flow)}
<p>A payment turns its buyer into a customer. This is an <a href="sandbox.html#customers-and-cards">assumption of the sandbox</a>: a card is stored for a customer, but the description of the service shows no operation that creates one.</p>
<p>In the two diagrams below, dashed arrows are assumptions: the description of the service does not show them.</p>
${machines.join("\n")}`;
  return page("index.html", "Overview", content);
}

/** The reasons for the dashed arrows. */
function assumedTransitions(status: Cursor): string {
  const assumed = status
    .at("x-transitions")
    .members()
    .filter((each) => each.at("x-inferred").exists)
    .map((each) => `${describeTransition(each)}: ${each.at("x-inferred").value}`)
    .map((text) => `<li>${escapeHtml(text)}</li>`);
  return `<details><summary>What is assumed here</summary><ul>${assumed.join("")}</ul></details>`;
}

/** The return codes, and how to handle errors. */
export function errorsPage(contracts: Contracts): string {
  return page("errors.html", "Errors", renderGuide("docs/errors.md", contracts));
}

/** Every assumption of the contract, by resource. */
export function assumptionsPage(contracts: Contracts): string {
  const content = renderGuide("docs/assumptions.md", contracts);
  return page("assumptions.html", "What this contract assumes", content);
}

/** The changelog, and the compatibility policy. */
export function changelogPage(contracts: Contracts): string {
  const compatibility = renderGuide("docs/compatibility.md", contracts).replace(
    /<h1>(.*?)<\/h1>/,
    '<h2 id="compatible">$1</h2>',
  );
  const content = renderGuide("CHANGELOG.md", contracts) + compatibility;
  return page("changelog.html", "Changelog", content);
}

/** How to develop against the mock. */
export function mockPage(contracts: Contracts): string {
  return page("mock.html", "Mock", renderGuide("docs/mock.md", contracts));
}

/** How to develop against the sandbox. */
export function sandboxPage(contracts: Contracts): string {
  const files = [
    "start",
    "inspector",
    "console",
    "money-and-time",
    "outcomes-and-faults",
    "assumptions",
  ];
  const content = files.map((name) => renderGuide(`docs/sandbox/${name}.md`, contracts));
  return page("sandbox.html", "Sandbox", content.join("\n"));
}
