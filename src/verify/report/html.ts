import { escapeControls } from "../../client/escape-controls.ts";
import { escapeHtml } from "../../text/escape-html.ts";
import type { Evidence } from "../verdicts.ts";
import {
  counted,
  describeDate,
  describeExchange,
  groupedBy,
  type Report,
  type ReportedAssumption,
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
${tile("contradicted", counts.contradicted, "contradicted")}
${tile("held", counts.held, "held")}
${tile("open", counts.notReached, "not reached")}
${tile("new", report.novelties.length, "new")}
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

function tile(name: string, number: number, label: string): string {
  return `<div class="${name}"><dt>${label}</dt><dd>${number}</dd></div>`;
}

const INTRODUCTION = `<section>
<h2>How to read this page</h2>
<p>Centavo is a toolkit for programs that call this payment service. It has a contract: a description of each request
and its response. Where the service’s own description leaves something open, the contract <em>assumes</em> something.
This page compares each assumption with what the service really answered:</p>
<ul>
<li><b>held</b>: each answer that showed it agreed with it;</li>
<li><b>contradicted</b>: an answer did not agree with it, and the page shows the request and the answer;</li>
<li><b>not reached</b>: no answer showed it.</li>
</ul>
<p>The page shows only these parts of a response: statuses, return codes, words of fixed sets, and the ids of the
resources that the run created. It describes every other value by its type, such as “a string”.</p>
</section>`;

function sections(report: Report): string {
  const { assumptions, deviations, novelties, made } = report;
  const having = (verdict: string) => assumptions.filter((each) => each.verdict === verdict);
  return [
    section("Contradicted", having("contradicted").map(contradiction)),
    section("Different from the service’s own description", deviations.map(deviation)),
    section("New: the contract does not know it", novelties.map(novelty)),
    section("Made by this run", made.length === 0 ? [] : [table(MADE, made.map(madeRow))]),
    section("Held", groupedBy(having("held"), "group").map(heldGroup)),
    section("Not reached", groupedBy(having("not reached"), "reason").map(reasonGroup)),
  ].join("\n");
}

function section(title: string, parts: readonly string[]): string {
  return parts.length === 0 ? "" : `<section>\n<h2>${title}</h2>\n${parts.join("\n")}\n</section>`;
}

function contradiction({ where, text, pointer, evidence }: ReportedAssumption): string {
  return `<article class="contradicted">
<h3>${breakable(where)}</h3>
<p>${prose(text)}</p>
${evidence.map(exchange).join("\n")}
<p class="pointer">In the contract: <code>${breakable(pointer)}</code></p>
</article>`;
}

function deviation(evidence: Report["deviations"][number]): string {
  return `<article class="contradicted">\n${exchange(evidence)}\n</article>`;
}

function exchange(evidence: Evidence): string {
  const { request, purpose } = evidence;
  const { expected, answer, place } = describeExchange(evidence);
  const where = place && ` at <code>${breakable(place)}</code>`;
  return `<dl class="exchange">
<div><dt>Sent</dt><dd><code>${breakable(request)}</code>${purpose && `, ${escapeHtml(purpose)}`}</dd></div>
<div><dt>Expected</dt><dd>${escapeHtml(expected)}${where}</dd></div>
<div><dt>Came back</dt><dd>${escapeHtml(answer)}${where}</dd></div>
</dl>`;
}

function novelty({ request, at, kind, name, value, pointer }: Report["novelties"][number]): string {
  const what = kind === "field" ? `field <code>${escapeHtml(name)}</code>, ` : `${kind} `;
  return `<article class="new">
<h3>${breakable(request)}: ${what}${escapeHtml(value)}</h3>
<p>Seen at <code>${breakable(at)}</code>.</p>
<p class="pointer">In the contract, it would belong to <code>${breakable(pointer)}</code></p>
</article>`;
}

const MADE = ["what was made", "state"];

function madeRow({ request, id, state }: Report["made"][number]): string[] {
  const name = id === "" ? "without an id" : `<code>${breakable(id)}</code>`;
  return [`<code>${breakable(request)}</code> ${name}`, escapeHtml(state)];
}

const HELD = ["what is assumed", "agreed"];

function heldGroup([title, assumptions]: [string, ReportedAssumption[]]): string {
  const rows = assumptions.map(({ where, text, observations }) => [
    `<b>${breakable(where)}</b> ${prose(text)}`,
    `${observations}`,
  ]);
  return `<h3>${escapeHtml(title)}</h3>\n${table(HELD, rows)}`;
}

function reasonGroup([reason, assumptions]: [string, ReportedAssumption[]]): string {
  const items = assumptions.map(
    ({ where, text }) => `<li><b>${breakable(where)}</b> ${prose(text)}</li>`,
  );
  return `<h3>${escapeHtml(reason)}</h3>\n<ul class="open">\n${items.join("\n")}\n</ul>`;
}

/** The cells are HTML. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
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
