import { spawnSync } from "node:child_process";
import { escapeHtml } from "../../src/http-server/escape-html.ts";
import { headingAnchor } from "./markdown-files.ts";

/** When each file was last changed, by the commits. Without a repository, such as in a tarball, nobody knows. */
export function lastChanges(): ReadonlyMap<string, string> {
  const { stdout } = spawnSync("git", ["log", "--format=%cI", "--name-only"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const changes = new Map<string, string>();
  let date = "";
  for (const line of (stdout ?? "").split("\n")) {
    if (/^\d{4}-\d\d-\d\dT/.test(line)) date = line;
    else if (line && !changes.has(line)) changes.set(line, date);
  }
  return changes;
}

/** Every page may be read and indexed. */
export function robotsTxt(url: string | undefined): string {
  const sitemap = url ? `\nSitemap: ${url}sitemap.xml\n` : "";
  return `User-agent: *\nAllow: /\n${sitemap}`;
}

/** The versions of the changelog as an Atom feed. One without a date changed when the file did. */
export function changelogFeed(changelog: string, url: string, changed: string): string {
  const entries = changelog
    .split(/^## /m)
    .slice(1)
    .map((version) => {
      const [heading = ""] = version.split("\n", 1);
      const [day] = heading.match(/\d{4}-\d\d-\d\d/) ?? [];
      const address = `${url}changelog.html#${headingAnchor(heading)}`;
      return `  <entry>
    <title>${escapeHtml(heading)}</title>
    <id>${address}</id>
    <link href="${address}"/>
    <updated>${day ? `${day}T00:00:00Z` : changed}</updated>
    <content type="text">${escapeHtml(version.slice(heading.length).trim())}</content>
  </entry>
`;
    });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>Changelog of Centavo</title>
  <id>${url}changelog.html</id>
  <link rel="self" href="${url}changelog.xml"/>
  <author><name>Centavo</name></author>
  <updated>${changed}</updated>
${entries.join("")}</feed>
`;
}
