// biome-ignore lint/suspicious/noExplicitAny: a change may break the shape that a type would promise.
type Contract = any;

export type Change = (contract: Contract) => void;
export type Changes = Record<string, Record<string, Change>>;

/**
 * Reads a table of changes to a contract. Each line that is not indented names a group. The lines below it name the
 * changes, each followed by its edits. `place = value` replaces the value at a place, `place + value` adds an item to a
 * list, `place < other` copies, and `- place` removes. A place is a path of keys that starts at a kind of component, at
 * a method and a path, or at the root. In it, `JSON` selects the JSON content of a body, `-1` the last item of a list,
 * and `*` every item, or the only one.
 */
export function changesIn(table: string): Changes {
  const groups = table.split(/\n(?=\S)/).map((part) => {
    const [group = "", ...changes] = part.trim().split(/\n {2}(?=\S)/);
    return [group, Object.fromEntries(changes.map(changeIn))] as const;
  });
  return Object.fromEntries(groups);
}

function changeIn(text: string): [name: string, make: Change] {
  const [, name = "", changed = ""] = /^(.*?):\s(.*)$/s.exec(text) ?? [];
  const lines = changed.trim().split(/\n +/);
  return [name, (contract) => lines.forEach((line) => void change(contract, line))];
}

function change(contract: Contract, line: string): void {
  const [, removed, place = removed, how, value = ""] =
    /^(?:- (.*)|(.*?) ([=+<]) (.*))$/.exec(line) ?? [];
  const { owner, key } = find(contract, place ?? "");
  if (how === "+") owner[key].push(JSON.parse(value));
  else if (how === "<") {
    const other = find(contract, value);
    owner[key] = structuredClone(other.owner[other.key]);
  } else if (how === "=") {
    for (const each of key === "*" ? Object.keys(owner) : [key]) owner[each] = JSON.parse(value);
  } else if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else delete owner[key];
}

function find(contract: Contract, place: string): { owner: Contract; key: string | number } {
  const keys = place
    .replace(/^([A-Z]+) (\/\S*)/, (_, method, path) => `paths ${path} ${method.toLowerCase()}`)
    .replace(/^(?=(schemas|parameters|responses|examples|links|securitySchemes)\b)/, "components ")
    .replace("JSON", "content application/json")
    .split(" ");
  const keyIn = (value: Contract, key = "") => (key === "-1" ? value.length - 1 : key);
  const owner = keys
    .slice(0, -1)
    .reduce(
      (value, key) => (key === "*" ? Object.values(value)[0] : value[keyIn(value, key)]),
      contract,
    );
  return { owner, key: keyIn(owner, keys.at(-1)) };
}
