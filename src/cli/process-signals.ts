/** Closes gracefully on the first signal, and exits immediately on the second. */
export function closeOnSignal(close: () => Promise<unknown>): void {
  let isClosing = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // Status 0, because npm forwards a Ctrl-C that the terminal has already sent to this process.
      if (isClosing) process.exit(0);
      isClosing = true;
      void close();
    });
  }
}

/** Keeps the process running when the reader of its output goes away, e.g. `| head`. */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/** Ends the process when the reader of its output goes away: there is nothing else to do. */
export function exitOnClosedOutput(): void {
  process.stdout.on("error", () => process.exit(0));
}
