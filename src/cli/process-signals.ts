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

/** Calls back when the reader of the output goes away, e.g. `| head`. Without this, the process would crash. */
export function onClosedOutput(whenClosed: () => void): void {
  process.stdout.on("error", whenClosed);
  process.stderr.on("error", () => {});
}
