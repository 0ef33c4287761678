import type { Route } from "../sandbox/openapi/routes.ts";

/** Where a path leads: the routes that it has, by method, and what stands in place of its parameters. */
export interface RouteMatch<Entry extends Route> {
  methods: ReadonlyMap<string, Entry>;
  parameters: Record<string, string>;
}

interface Node<Entry> {
  children: Map<string, Node<Entry>>;
  parameter: { name: string; node: Node<Entry> } | undefined;
  methods: Map<string, Entry>;
}

/** Finds what a path leads to. A part that is written out counts before a parameter. */
export function createRouter<Entry extends Route>(
  routes: readonly Entry[],
): (path: string) => RouteMatch<Entry> | undefined {
  const root = newNode<Entry>();
  for (const route of routes) {
    const node = partsOf(route.path).reduce(descend, root);
    node.methods.set(route.method, route);
  }
  // With OPTIONS a star can stand in place of a path, and here with any method.
  return (path) => (path.startsWith("/") ? walk(root, partsOf(path), {}) : undefined);
}

function descend<Entry>(node: Node<Entry>, part: string): Node<Entry> {
  const name = /^\{(.+)\}$/.exec(part)?.[1];
  if (name !== undefined) {
    node.parameter ??= { name, node: newNode() };
    return node.parameter.node;
  }
  const child = node.children.get(part) ?? newNode<Entry>();
  node.children.set(part, child);
  return child;
}

function walk<Entry extends Route>(
  node: Node<Entry>,
  [part, ...rest]: string[],
  parameters: Record<string, string>,
): RouteMatch<Entry> | undefined {
  if (part === undefined)
    return node.methods.size > 0 ? { methods: node.methods, parameters } : undefined;
  const child = node.children.get(part);
  if (child) return walk(child, rest, parameters);
  if (!node.parameter || part === "") return undefined;
  const { name, node: next } = node.parameter;
  return walk(next, rest, { ...parameters, [name]: part });
}

function newNode<Entry>(): Node<Entry> {
  return { children: new Map(), parameter: undefined, methods: new Map() };
}

function partsOf(path: string): string[] {
  return path.slice(1).split("/");
}
