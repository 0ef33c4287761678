import { expect, test } from "vitest";
import { conventionsPage } from "../../scripts/docs/from-contract/conventions-page.ts";
import { textAt } from "../../src/contract/cursor.ts";
import { service } from "../sandbox/contract-examples.ts";

const { source } = conventionsPage(service, "operations");

test("each chapter of the contract's introduction is on the page, or the page links to it", () => {
  const introduction = textAt(service.at("info"), "description");
  const chapters = [...introduction.matchAll(/^# (.*)$/gm)].map(([, title]) => title);
  const shown = [...source.matchAll(/^## (.*)$|\[([^\]]*)\]\(\.\.\/\w+\.md\)/gm)];
  const titles = shown.map(([, section, linked]) => section ?? linked);
  expect(titles.toSorted()).toEqual(chapters.toSorted());
});

test("its links lead to pages", () => {
  expect(source).toContain("[`auth.createToken`](auth.createToken.md)");
  expect(source).not.toContain("](#");
});
