import { existsSync } from "node:fs";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";

export const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Tests that need a browser are skipped without one, and this says so. */
export const hasChromium = existsSync(EXECUTABLE);
if (!hasChromium) {
  console.warn(
    `Skipped: no Chromium at ${EXECUTABLE}. Install it, name it in CHROMIUM, run again.`,
  );
}

/** Starts Chromium without what it does on its own, such as looking for updates. */
export function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
    ...options,
  });
}
