import { readFileSync } from "node:fs";
import { escapeHtml, pictureUri } from "./html.ts";

const PAGES: readonly { file: string; name: string }[] = [
  { file: "index.html", name: "Overview" },
  { file: "reference.html", name: "Reference" },
  { file: "errors.html", name: "Errors" },
  { file: "assumptions.html", name: "Assumptions" },
  { file: "mock.html", name: "Mock" },
  { file: "sandbox.html", name: "Sandbox" },
  { file: "control.html", name: "Sandbox controls" },
  { file: "changelog.html", name: "Changelog" },
];

/** The navigation bar of every page. */
export function navigation(current: string): string {
  const links = PAGES.map(({ file, name }) => {
    const here = file === current ? ' aria-current="page"' : "";
    return `<a href="${file}"${here}>${name}</a>`;
  });
  return `<nav class="centavo" aria-label="Centavo">
<a class="home" href="index.html">${read("docs/logo.svg")}</a>
${links.join("\n")}
</nav>`;
}

/** A page of the site. It loads nothing and runs no scripts. */
export function page(file: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escapeHtml(title)} · Centavo</title>
<link rel="icon" href="${pictureUri(read("docs/favicon.svg"))}">
<style>${read("docs/style.css")}${read("docs/navigation.css")}</style>
</head>
<body class="ours">
${navigation(file)}
<main>
${content}
</main>
</body>
</html>
`;
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}
