import { escapeControls } from "../../client/escape-controls.ts";
import { escapeHtml } from "../../text/escape-html.ts";
import { counted } from "../finding.ts";
import type { Report } from "./report.ts";
import { describeCounts, describeDate, type Section, sectionsOf } from "./sections.ts";
import { STYLE } from "./style.ts";

/** The report as one page without scripts, for a person who knows nothing of Centavo. It prints well. */
export function htmlReport(report: Report): string {
  const { source, counts, requests, stopped, version, write } = report;
  const title = prose(`What is assumed about ${source}, and what it does`);
  const date = describeDate(report);
  const kind = write ? "some of which make or change something" : "none of which changes anything";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="faint">Checked by Centavo ${version} on ${date} with ${counted(requests, "request")}, ${kind}.</p>
<p><b>${describeCounts(counts)}.</b></p>
${stopped === null ? "" : `<p><b>The run ended early: ${prose(stopped)}.</b></p>`}
${INTRODUCTION}
${sectionsOf(report).map(section).join("\n")}
</main>
</body>
</html>
`.replaceAll(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, escapeControls);
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

function section({ title, entries, isFolded }: Section): string {
  const articles = entries.map(
    (entry) => `<article>
<h3>${prose(entry.title)}</h3>
${entry.lines.map((line) => `<p>${prose(line)}</p>`).join("\n")}
</article>`,
  );
  return isFolded
    ? `<details>\n<summary>${title}</summary>\n${articles.join("\n")}\n</details>`
    : `<section>\n<h2>${title}</h2>\n${articles.join("\n")}\n</section>`;
}

/** Code stands between backticks. */
function prose(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
