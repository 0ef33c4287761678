// Starts and closes sandboxes in its own process, as tests do. It prints the bytes that the first one adds to the
// process, and the milliseconds that each of the others takes, once the code is warm.
const [module = "", count = ""] = process.argv.slice(2);
const before = process.memoryUsage.rss();
const { startSandbox } = await import(module);
const first = await startSandbox();
const memory = process.memoryUsage.rss() - before;
await first.close();

const durations = [];
for (let start = 0; start < 2 * Number(count); start++) {
  const startedAt = performance.now();
  await (await startSandbox()).close();
  durations.push(performance.now() - startedAt);
}
console.log(JSON.stringify({ memory, durations: durations.slice(Number(count)) }));
