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

/**
 * Calls `use` with a signal that the first Ctrl-C aborts, after which `use` should end soon. A second Ctrl-C ends the
 * process at once.
 */
export async function interruptible<Result>(
  use: (signal: AbortSignal) => Promise<Result>,
  whenInterrupted: () => void,
): Promise<Result> {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
    whenInterrupted();
  };
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  try {
    return await use(controller.signal);
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

/** Calls back when the reader of the output goes away, e.g. `| head`. Without this, the process would crash. */
export function onClosedOutput(whenClosed: () => void): void {
  process.stdout.on("error", whenClosed);
  process.stderr.on("error", () => {});
}
