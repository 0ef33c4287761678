import { readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";
import type { Place } from "../../src/contract/place.ts";
import { returnCodes } from "../../src/contract/return-codes.ts";
import { type Assumption, describeStep, groupAssumptions } from "./assumptions.ts";
import { escapeHtml } from "./html.ts";
import { page } from "./page.ts";
import { drawSequence } from "./sequence.ts";
import { drawStateMachine } from "./state-machine.ts";

const markdown = new MarkdownIt({ html: false, linkify: false });

const MOST_LINKS = 6;

const STATE_MACHINES = [
  { schema: "PaymentStatus", title: "The life of a payment" },
  { schema: "SubscriptionStatus", title: "The life of a subscription" },
];

/** Code that is wider than the page scrolls, by keyboard too. */
function render(text: string): string {
  return markdown.render(text).replaceAll("<pre>", '<pre tabindex="0">');
}

/** The start page: what there is, and how it moves, in pictures. */
export async function overviewPage(contract: Place): Promise<string> {
  const machines = await Promise.all(
    STATE_MACHINES.map(async ({ schema, title }) => {
      const status = contract.at("components", "schemas", schema);
      return `<h2 id="${schema}">${title}</h2>
${render(String(status.at("description").value))}
${scrolling(await drawStateMachine(status, title, "across"), title)}
${scrolling(await drawStateMachine(status, title, "down"), title)}
${assumedSteps(status)}`;
    }),
  );
  const flow = "From card to refund";
  const content = `${render(read("docs/overview.md"))}
<h2 id="flow">${flow}</h2>
<p>Four calls take a card payment from the first token to its refund. The client makes the first one by itself.</p>
${scrolling(drawSequence(contract), flow)}
<p>In the two pictures below, dashed arrows are assumed: the description of the service does not show them.</p>
${machines.join("\n")}`;
  return page("index.html", "Overview", content);
}

/** Why the dashed arrows are there. */
function assumedSteps(status: Place): string {
  const assumed = status
    .at("x-transitions")
    .members()
    .filter((each) => each.at("x-inferred").exists)
    .map((each) => `${describeStep(each)}: ${each.at("x-inferred").value}`)
    .map((text) => `<li>${escapeHtml(text)}</li>`);
  return `<details><summary>What is assumed here</summary><ul>${assumed.join("")}</ul></details>`;
}

/** A picture that is wider than a phone scrolls by itself, by keyboard too. */
function scrolling(picture: string, name: string): string {
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(name)}">${picture}</div>`;
}

/** The return codes, and what to do about errors. */
export function errorsPage(contract: Place): string {
  const rows = returnCodes(contract).map(
    ({ code, name, meaning, message, statedFor, assumedFor }) =>
      `<tr id="${name}"><td><code>${code}</code></td><td><strong>${name}</strong><br>${escapeHtml(meaning)}</td>
<td lang="pt-BR">${escapeHtml(message)}</td><td>${statedFor ? usedBy([statedFor]) : ""}</td><td>${usedBy(assumedFor)}</td></tr>`,
  );
  const head = ["Code", "Name and meaning", "Message", "Stated for", "Assumed for"];
  const table = `<table><thead><tr>${head.map((name) => `<th>${name}</th>`).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
  const [before = "", after = ""] = read("docs/errors.md").split("<!-- return-codes -->");
  const content = `${render(before)}
<div class="scroll" tabindex="0" role="group" aria-label="Return codes">${table}</div>
${render(after)}`;
  return page("errors.html", "Errors", content);
}

/** Every assumption of the contract, by resource. */
export function assumptionsPage(contract: Place): string {
  const groups = groupAssumptions(contract);
  const count = groups.reduce((sum, { assumptions }) => sum + assumptions.length, 0);
  const contents = groups.map(
    ({ title, assumptions }) =>
      `<li><a href="#${anchor(title)}">${escapeHtml(title)}</a> (${assumptions.length})</li>`,
  );
  const sections = groups.map(
    ({ title, assumptions }) =>
      `<h2 id="${anchor(title)}">${escapeHtml(title)}</h2>\n${assumptions.map(assumptionHtml).join("\n")}`,
  );
  const content = `<h1>What this contract assumes</h1>
<p class="lead">The description of the service leaves things open. Where the contract had to decide to be usable, it says so: ${count} times, each with its ground. What is not on this page is stated.</p>
<ul>${contents.join("")}</ul>
${sections.join("\n")}`;
  return page("assumptions.html", "What this contract assumes", content);
}

function assumptionHtml({ where, text, operationIds }: Assumption): string {
  const uses = operationIds.length > 0 ? `<p class="uses">${usedBy(operationIds)}</p>` : "";
  return `<div class="assumption"><strong>${escapeHtml(where)}</strong><p>${escapeHtml(text)}</p>${uses}</div>`;
}

/** Links to operations; where there are many, the rest unfolds. */
function usedBy(operationIds: string[]): string {
  const links = operationIds.map((id) => `<a href="reference.html#operation/${id}">${id}</a>`);
  if (links.length <= MOST_LINKS) return links.join(", ");
  const rest = links.slice(MOST_LINKS);
  return `${links.slice(0, MOST_LINKS).join(", ")} <details><summary>and ${rest.length} more</summary>${rest.join(", ")}</details>`;
}

function anchor(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, "-");
}

/** What changed, and what a change may be. */
export function changelogPage(): string {
  const compatibility = render(read("docs/compatibility.md")).replace(
    /<h1>(.*?)<\/h1>/,
    '<h2 id="compatible">$1</h2>',
  );
  const content = render(read("CHANGELOG.md")) + compatibility;
  return page("changelog.html", "Changelog", content);
}

/** How to develop against the mock. */
export function mockPage(): string {
  return page("mock.html", "Mock", render(read("docs/mock.md")));
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}
