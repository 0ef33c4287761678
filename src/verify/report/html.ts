import { escapeControls } from "../../client/escape-controls.ts";
import { escapeHtml } from "../../text/escape-html.ts";
import { counted } from "../finding.ts";
import {
  type Difference,
  describeDate,
  groupedBy,
  type Report,
  type ReportedAssumption,
  sentRequest,
} from "./report.ts";
import { STYLE } from "./style.ts";

/** The report as one page without scripts, for a person who knows nothing of Centavo. It prints well. */
export function htmlReport(report: Report): string {
  const { source, counts } = report;
  const title = `What is assumed about ${source}, and what it does`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p class="subject">${escapeHtml(subject(report))}</p>
<dl class="counts">
${tile("contradicted", counts.contradicted)}
${tile("held", counts.held)}
${tile("not reached", counts.notReached)}
${tile("new", report.novelties.length)}
</dl>
${report.stopped === null ? "" : `<p class="stopped">The run ended early: ${escapeHtml(report.stopped)}.</p>`}
${INTRODUCTION}
${sections(report)}
</main>
<footer><p>Made by Centavo ${escapeHtml(report.version)} on ${escapeHtml(describeDate(report))}.</p></footer>
</body>
</html>
`.replaceAll(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, escapeControls);
}

function subject(report: Report): string {
  const { requests, write } = report;
  const kind = write ? "some of which make or change something" : "none of which changes anything";
  return `Checked on ${describeDate(report)} with ${counted(requests, "request")}, ${kind}.`;
}

function tile(label: string, number: number): string {
  return `<div class="${label}"><dt>${label}</dt><dd>${number}</dd></div>`;
}

const INTRODUCTION = `<section>
<h2>How to read this page</h2>
<p>Centavo is a toolkit for programs that call this payment service. It has a contract: a description of each request
and its response. Where the service’s own description leaves something open, the contract <em>assumes</em> something.
This page compares each assumption with the responses of the service:</p>
<ul>
<li><b>contradicted</b>: a response does not agree with it, and the page says how;</li>
<li><b>held</b>: each response that shows it agrees with it, which is no proof;</li>
<li><b>not reached</b>: no response shows whether it is true.</li>
</ul>
<p>The page shows nothing of a response but statuses, return codes, what the contract itself lists, and the ids of what
the run created. It describes every other value by its type, such as “a string”.</p>
</section>`;

function sections({ assumptions, deviations, novelties, made }: Report): string {
  const held = assumptions.filter(({ verdict }) => verdict === "held");
  const open = assumptions.filter(({ verdict }) => verdict === "not reached");
  return [
    section("Contradicted", assumptions.flatMap(contradictions)),
    section(
      "Different from the service’s own description",
      deviations.map((each) => card(each)),
    ),
    section("New", [table(["what is new", "in the contract"], novelties.map(noveltyRow))]),
    section("Made by this run", groupedBy(made, titleOfMade).map(madeGroup)),
    folded("Held", groupedBy(held, ({ group }) => group).map(heldGroup)),
    folded("Not reached", groupedBy(open, ({ reason }) => `${reason}`).map(reasonGroup)),
  ].join("\n");
}

function section(title: string, parts: readonly string[]): string {
  const content = parts.join("\n");
  return content === "" ? "" : `<section>\n<h2>${title}</h2>\n${content}\n</section>`;
}

/** What a reader opens who wants to know more. */
function folded(title: string, parts: readonly string[]): string {
  if (parts.length === 0) return "";
  return `<details>\n<summary>${title}</summary>\n${parts.join("\n")}\n</details>`;
}

function contradictions({ text, pointer, evidence }: ReportedAssumption): string[] {
  const assumption = `<p>${prose(text)}</p>
<p class="pointer">In the contract: <code>${breakable(pointer)}</code></p>`;
  return evidence.map((each) => card(each, assumption));
}

function card(difference: Difference, assumption = ""): string {
  const { summary, status, at } = difference;
  const seen = `<p>First seen at <code>${breakable(at)}</code>, in the response (${status}) to ${breakable(sentRequest(difference))}.</p>`;
  return `<article>
<h3>${prose(summary)}</h3>
${at.startsWith("/") ? seen : ""}
${assumption}
</article>`;
}

function noveltyRow({
  kind,
  summary,
  request,
  at,
  pointer,
}: Report["novelties"][number]): string[] {
  const place = kind === "status" || at === "" ? "" : ` at <code>${breakable(at)}</code>`;
  return [
    `<b>${prose(summary)}</b><br>${breakable(request)}${place}`,
    `<code>${breakable(pointer)}</code>`,
  ];
}

function titleOfMade({ request, state }: Report["made"][number]): string {
  return `${request}: ${state}`;
}

function madeGroup([title, made]: [string, Report["made"]]): string {
  const ids = made.map(
    ({ id }) => `<li>${id === "" ? "without an id" : `<code>${breakable(id)}</code>`}</li>`,
  );
  return folded(`${breakable(title)} (${made.length})`, ["<ul>", ...ids, "</ul>"]);
}

function heldGroup([title, assumptions]: [string, ReportedAssumption[]]): string {
  const rows = assumptions.map(({ where, text, seen }) => [
    `<b>${breakable(where)}</b> ${prose(text)}`,
    escapeHtml(seen),
  ]);
  return `<h3>${escapeHtml(title)}</h3>\n${table(["what is assumed", "what was seen"], rows)}`;
}

function reasonGroup([reason, assumptions]: [string, ReportedAssumption[]]): string {
  const items = assumptions.map(
    ({ where, text }) => `<li><b>${breakable(where)}</b> ${prose(text)}</li>`,
  );
  return `<h3>${escapeHtml(reason)}</h3>\n<ul>\n${items.join("\n")}\n</ul>`;
}

/** The cells are HTML. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const head = heads.map((each) => `<th scope="col">${each}</th>`).join("");
  const body = rows.map((cells) => `<tr>${cells.map((each) => `<td>${each}</td>`).join("")}</tr>`);
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join("\n")}\n</tbody>\n</table>`;
}

/** The contract's text writes code between backticks. */
function prose(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

/** Escaped, and with places where a long line may break. */
function breakable(text: string): string {
  return escapeHtml(text).replaceAll(/(?<=\S)[/.?_]/g, "$&<wbr>");
}
