/** A method and a path template, e.g. `/payments/{paymentId}`. */
interface Routable {
  method: string;
  path: string;
}

/** The routes of a path by method, and the values of the path parameters. */
export interface RouteMatch<Route extends Routable> {
  methods: ReadonlyMap<string, Route>;
  parameters: Record<string, string>;
}

interface RouteNode<Route> {
  children: Map<string, RouteNode<Route>>;
  parameter: { name: string; node: RouteNode<Route> } | undefined;
  methods: Map<string, Route>;
}

/**
 * Creates a router. A literal segment wins over a parameter: in `/payments/refund`, `refund` is not an
 * id.
 *
 * @example
 * const find = createRouter([{ method: "GET", path: "/payments/{id}" }]);
 * find("/payments/7"); // { methods: Map { "GET" => … }, parameters: { id: "7" } }
 */
export function createRouter<Route extends Routable>(
  routes: readonly Route[],
): (path: string) => RouteMatch<Route> | undefined {
  const root = createNode<Route>();
  for (const route of routes) {
    const node = segmentsOf(route.path).reduce(addSegment, root);
    node.methods.set(route.method, route);
  }
  // The request target may be `*` instead of a path.
  return (path) => (path.startsWith("/") ? walk(root, segmentsOf(path), 0, {}) : undefined);
}

function addSegment<Route>(node: RouteNode<Route>, segment: string): RouteNode<Route> {
  const name = /^\{(.+)\}$/.exec(segment)?.[1];
  if (name !== undefined) {
    node.parameter ??= { name, node: createNode() };
    return node.parameter.node;
  }
  const child = node.children.get(segment) ?? createNode<Route>();
  node.children.set(segment, child);
  return child;
}

function walk<Route extends Routable>(
  { children, parameter, methods }: RouteNode<Route>,
  segments: readonly string[],
  index: number,
  parameters: Record<string, string>,
): RouteMatch<Route> | undefined {
  const segment = segments[index];
  if (segment === undefined) return methods.size > 0 ? { methods, parameters } : undefined;
  const child = children.get(segment);
  if (child) return walk(child, segments, index + 1, parameters);
  if (!parameter || segment === "") return undefined;
  return walk(parameter.node, segments, index + 1, { ...parameters, [parameter.name]: segment });
}

function createNode<Route>(): RouteNode<Route> {
  return { children: new Map(), parameter: undefined, methods: new Map() };
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split("/");
}
