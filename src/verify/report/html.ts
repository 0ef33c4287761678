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
<li><b>contradicted</b>: a response differs from it, and the page shows how;</li>
<li><b>held</b>: each response that shows it agrees with it, which is no proof;</li>
<li><b>not reached</b>: no response shows whether it is true.</li>
</ul>
<p>Of each response, the page shows only statuses, return codes, values that the contract lists, and the ids of
resources that the run created. It describes every other value by its type, such as “a string”.</p>
</section>`;

function sections({ assumptions, deviations, novelties, made }: Report): string {
  const having = (verdict: string) => assumptions.filter((each) => each.verdict === verdict);
  const held = groupedBy(having("held"), ({ group }) => group);
  const open = groupedBy(having("not reached"), ({ reason }) => `${reason}`);
  const remains = groupedBy(made, ({ request, state }) => `${request}: ${state}`);
  return [
    section("Contradicted", assumptions.flatMap(contradictions)),
    section(
      "Different from the service’s own description",
      deviations.map((each) => card(each, "")),
    ),
    section("New", novelties.length === 0 ? [] : [list(novelties.map(novelty))]),
    section("Made by this run", remains.map(madeGroup)),
    folded("Held", held.map(assumptionGroup)),
    folded("Not reached", open.map(assumptionGroup)),
  ].join("\n");
}

function section(title: string, parts: readonly string[]): string {
  if (parts.length === 0) return "";
  return `<section>\n<h2>${title}</h2>\n${parts.join("\n")}\n</section>`;
}

/** What a reader opens who wants to know more. */
function folded(title: string, parts: readonly string[]): string {
  if (parts.length === 0) return "";
  return `<details>\n<summary>${title}</summary>\n${parts.join("\n")}\n</details>`;
}

function list(items: readonly string[]): string {
  return `<ul>\n${items.map((each) => `<li>${each}</li>`).join("\n")}\n</ul>`;
}

function contradictions({ text, pointer, evidence }: ReportedAssumption): string[] {
  const assumed = `<p>${prose(text)}</p>\n<p class="pointer">${inContract(pointer)}</p>`;
  return evidence.map((each) => card(each, assumed));
}

function card(difference: Difference, assumed: string): string {
  const { summary, status, at } = difference;
  const request = breakable(sentRequest(difference));
  const seen = `<p>First seen at <code>${breakable(at)}</code>, in the response (${status}) to ${request}.</p>`;
  return `<article>
<h3>${prose(summary)}</h3>
${at.startsWith("/") ? seen : ""}
${assumed}
</article>`;
}

function novelty({ kind, summary, request, at, pointer }: Report["novelties"][number]): string {
  const place = kind === "status" || at === "" ? "" : ` at <code>${breakable(at)}</code>`;
  return `<b>${prose(summary)}</b><br>${breakable(request)}${place}<br><span class="pointer">${inContract(pointer)}</span>`;
}

function inContract(pointer: string): string {
  return `In the contract: <code>${breakable(pointer)}</code>`;
}

function madeGroup([title, made]: [string, Report["made"]]): string {
  const ids = made.map(({ id }) => (id === "" ? "without an id" : `<code>${breakable(id)}</code>`));
  return folded(`${breakable(title)} (${made.length})`, [list(ids)]);
}

function assumptionGroup([title, assumptions]: [string, ReportedAssumption[]]): string {
  const items = assumptions.map(({ where, text, seen }) => {
    const observed = seen && `<br>Seen: ${escapeHtml(seen)}.`;
    return `<b>${breakable(where)}</b> ${prose(text)}${observed}`;
  });
  return `<h3>${escapeHtml(title)}</h3>\n${list(items)}`;
}

/** The contract's text writes code between backticks. */
function prose(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

/** Escaped, and with places where a long line may break. */
function breakable(text: string): string {
  return escapeHtml(text).replaceAll(/(?<=\S)[/.?_]/g, "$&<wbr>");
}
