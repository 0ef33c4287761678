/** A method and a path with its parameters in braces, such as `/payments/{paymentId}`. */
export interface Routable {
  method: string;
  path: string;
}

/** The routes of a path by their methods, and the values of its parameters. */
export interface RouteMatch<Route extends Routable> {
  methods: ReadonlyMap<string, Route>;
  parameters: Record<string, string>;
}

interface Node<Route> {
  children: Map<string, Node<Route>>;
  parameter: { name: string; node: Node<Route> } | undefined;
  methods: Map<string, Route>;
}

/**
 * Finds the routes of a path. A literal segment wins over a parameter: `/payments/refund` is no id.
 *
 * @example
 * const find = createRouter([{ method: "GET", path: "/payments/{id}" }]);
 * find("/payments/7"); // { methods: Map { "GET" => … }, parameters: { id: "7" } }
 */
export function createRouter<Route extends Routable>(
  routes: readonly Route[],
): (path: string) => RouteMatch<Route> | undefined {
  const root = newNode<Route>();
  for (const route of routes) {
    const node = segmentsOf(route.path).reduce(addSegment, root);
    node.methods.set(route.method, route);
  }
  // The target of a request may be `*` instead of a path.
  return (path) => (path.startsWith("/") ? walk(root, segmentsOf(path), {}) : undefined);
}

function addSegment<Route>(node: Node<Route>, segment: string): Node<Route> {
  const name = /^\{(.+)\}$/.exec(segment)?.[1];
  if (name !== undefined) {
    node.parameter ??= { name, node: newNode() };
    return node.parameter.node;
  }
  const child = node.children.get(segment) ?? newNode<Route>();
  node.children.set(segment, child);
  return child;
}

function walk<Route extends Routable>(
  { children, parameter, methods }: Node<Route>,
  [segment, ...rest]: string[],
  parameters: Record<string, string>,
): RouteMatch<Route> | undefined {
  if (segment === undefined) return methods.size > 0 ? { methods, parameters } : undefined;
  const child = children.get(segment);
  if (child) return walk(child, rest, parameters);
  if (!parameter || segment === "") return undefined;
  return walk(parameter.node, rest, { ...parameters, [parameter.name]: segment });
}

function newNode<Route>(): Node<Route> {
  return { children: new Map(), parameter: undefined, methods: new Map() };
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split("/");
}
