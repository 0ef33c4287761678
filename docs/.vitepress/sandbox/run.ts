// The worker of a program of a guide: it runs the program and posts what it prints.

const shown = (value: unknown) => (typeof value === "string" ? value : inspected(value));

/** A value as consoles show it, on one line. */
function inspected(value: unknown): string {
  if (typeof value === "string") return `'${value}'`;
  if (Array.isArray(value)) return listed("[", value.map(inspected), "]");
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value !== "object" || value === null) return `${value}`;
  const members = Object.entries(value).map(([name, each]) => `${name}: ${inspected(each)}`);
  return listed("{", members, "}");
}

function listed(start: string, parts: readonly string[], end: string): string {
  return parts.length === 0 ? start + end : `${start} ${parts.join(", ")} ${end}`;
}

const print = (...values: unknown[]) => postMessage({ line: values.map(shown).join(" ") });
for (const name of ["log", "info", "warn", "error"] as const) console[name] = print;

addEventListener("message", async ({ data: program }: MessageEvent<string>) => {
  try {
    await import(program);
  } catch (error) {
    print(error);
  }
  postMessage({});
});
