/** Runs the tasks of one key one after the other, also after one that failed. */
export function createTurns() {
  const last = new Map<string, Promise<void>>();
  return (key: string, task: () => Promise<void>): Promise<void> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task, task);
    last.set(key, turn);
    return turn.finally(() => last.get(key) === turn && last.delete(key));
  };
}
