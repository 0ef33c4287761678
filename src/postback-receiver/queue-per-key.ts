/** Runs the tasks of one key one after the other, also after one that failed. */
export function createQueuePerKey() {
  const last = new Map<string, Promise<void>>();
  return (key: string, task: () => Promise<void>): Promise<void> => {
    const queued = (last.get(key) ?? Promise.resolve()).then(task, task);
    last.set(key, queued);
    return queued.finally(() => last.get(key) === queued && last.delete(key));
  };
}
