import { type Tasks, tasks } from "./tasks.ts";

// The worker of a page, which has the whole sandbox of the tab. The page posts requests as plain objects.

addEventListener("message", async ({ data: { id, task, input } }: MessageEvent) => {
  try {
    postMessage({ id, output: await tasks[task as keyof Tasks](input) });
  } catch (error) {
    postMessage({ id, problem: error instanceof Error ? error.message : `${error}` });
  }
});
