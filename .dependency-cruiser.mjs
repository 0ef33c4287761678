/** A part may import itself and the parts above it, never one below. Types count like everything else. */
const LAYERS = [
  "src/card-number",
  // The generated tables of the client import its types, so they are a part of it.
  "(src/client|generated)",
  "src/contract",
  "src/http-server",
  "src/mock",
  "src/sandbox/domain",
  "src/sandbox/store",
  "src/sandbox/documents",
  "src/sandbox/openapi",
  "src/sandbox/runtime",
  "src/sandbox/auth",
  "src/sandbox/request-log",
  "src/sandbox/(context|errors|startup-errors|options)",
  "src/sandbox/unit-of-work",
  "src/sandbox/postbacks",
  "src/sandbox/services",
  "src/sandbox/scheduler",
  "src/sandbox/handlers",
  "src/sandbox/http",
  "src/sandbox/(app|index)",
  "src/cli",
];

/**
 * What else is forbidden, and why.
 * @type {import("dependency-cruiser").IForbiddenRuleType[]}
 */
const FORBIDDEN = [
  { name: "no circles", from: {}, to: { circular: true } },
  { name: "every import resolves", from: {}, to: { couldNotResolve: true } },
  {
    name: "the client runs wherever fetch does",
    from: { path: "^(src/client|src/card-number|generated)" },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "the domain is pure: it imports nothing but types and itself",
    from: { path: "^src/sandbox/domain/" },
    to: { pathNot: "^(src/sandbox/domain|generated/(types|sandbox-control-types))" },
  },
  {
    name: "the sandbox and the mock do not know each other",
    from: { path: "^src/sandbox/" },
    to: { path: "^src/mock/" },
  },
  {
    name: "only the app knows which engine the store has",
    from: { path: "^src/sandbox/", pathNot: "^src/sandbox/(app|store/sqlite/)" },
    to: { path: "^src/sandbox/store/sqlite/" },
  },
  {
    name: "only index starts the app, which the package bundles into one file",
    from: { path: "^src/", pathNot: "^src/sandbox/index" },
    to: { path: "^src/sandbox/app" },
  },
];

const layerRules = LAYERS.map((layer, index) => ({
  name: `${layer} imports only parts above it`,
  from: { path: `^${layer}[./]` },
  to: { path: "^(src|generated)/", pathNot: `^(${LAYERS.slice(0, index + 1).join("|")})[./]` },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [...FORBIDDEN, ...layerRules].map((rule) => ({ ...rule, severity: "error" })),
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
  },
};
