import { expect, inject } from "vitest";

/** The socket is the subject of these, or another process calls the sandbox. */
const ABOUT_SOCKETS = [
  /^command-line\//,
  /^requests\/host-header-check\./,
  /^payments\/pay-page\./,
];

/** Whether the sandboxes of this file of tests are servers: a tenth of the others, by the sum of the letters of their paths. */
export function isOverSockets(): boolean {
  if (inject("behindPrism")) return true;
  const { testPath = "" } = expect.getState();
  const [, file] = testPath.split("/test/sandbox/");
  if (file === undefined || ABOUT_SOCKETS.some((each) => each.test(file))) return true;
  const sum = [...file].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return sum % 10 === 8;
}
