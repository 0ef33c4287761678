/** A layer may import itself and the layers above it, but never one below. This includes type imports. */
const LAYERS = [
  "src/(byte-buffer|card-number|group-by|memoize|tax-id)",
  // The generated tables import types of the client, so they belong to its layer.
  "(src/client|generated)",
  "src/text",
  "src/docs-search",
  "src/postback-receiver",
  "src/contract",
  "src/http-server",
  "src/verify",
  "src/mock",
  "src/sandbox/domain",
  "src/sandbox/store",
  "src/sandbox/documents",
  "src/sandbox/contract-facts",
  "src/sandbox/runtime",
  "src/sandbox/errors",
  "src/sandbox/validation",
  "src/sandbox/state-file",
  "src/sandbox/auth",
  "src/sandbox/request-log",
  "src/sandbox/metrics",
  "src/inspector",
  "src/sandbox/(context|startup-errors|options|in-process-sandbox)",
  "src/sandbox/timeline",
  "src/sandbox/postbacks",
  "src/sandbox/services",
  "src/sandbox/(failed-work|unit-of-work)",
  "src/sandbox/examples",
  "src/sandbox/scheduler",
  "src/sandbox/requests",
  "src/sandbox/handlers",
  "src/sandbox/routes",
  "src/sandbox/(open-sandbox|create-sandbox|create-control|index)",
  "src/sandbox-node",
  "src/testing",
  "src/cli",
];

/**
 * Further forbidden imports.
 * @type {import("dependency-cruiser").IForbiddenRuleType[]}
 */
const FORBIDDEN = [
  { name: "no circular imports", from: {}, to: { circular: true } },
  {
    name: "the docs import src, which imports nothing of the docs",
    from: { path: "^src/" },
    to: { path: "^docs/" },
  },
  { name: "every import resolves", from: {}, to: { couldNotResolve: true } },
  {
    name: "the client and the receiver run on every platform with fetch, so they import nothing of Node",
    from: { path: "^(src/client|src/postback-receiver|src/card-number|generated)" },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "the inspector runs in a browser, so it imports nothing of Node",
    from: { path: "^src/inspector/" },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "nothing imports the inspector, which is bundled into a page of its own",
    from: { path: "^src/", pathNot: "^src/inspector/" },
    to: { path: "^src/inspector/" },
  },
  {
    name: "the domain is pure: it imports nothing but types, itself and functions that know nothing of it",
    from: { path: "^src/sandbox/domain/" },
    to: {
      pathNot:
        "^(src/(sandbox/domain|group-by|memoize|tax-id)|generated/(types|sandbox-control-types))",
    },
  },
  {
    name: "the sandbox does not import the mock",
    from: { path: "^src/sandbox/" },
    to: { path: "^src/mock/" },
  },
  {
    name: "the check of a service knows the contract alone, so it imports nothing of the sandbox",
    from: { path: "^src/verify/" },
    to: { path: "^src/sandbox/" },
  },
  {
    name: "only open-store imports an engine of Node",
    from: { path: "^src/", pathNot: "^src/sandbox-node/store/(open-store|sqlite/|postgres/)" },
    to: { path: "^src/sandbox-node/store/(sqlite|postgres)/" },
  },
  {
    name: "no engine imports another",
    from: { path: "^src/sandbox-node/store/(sqlite|postgres)/" },
    to: {
      path: "^src/sandbox-node/store/(sqlite|postgres)/",
      pathNot: "^src/sandbox-node/store/$1/",
    },
  },
  {
    name: "the sandbox runs wherever fetch does, so it imports nothing of Node",
    from: {
      path: "^src/(sandbox|text|contract)/",
      pathNot: "^src/contract/read-bundled-contract",
    },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "only what the build computes in advance reads the files of the contract",
    from: { path: "^src/sandbox/", pathNot: "^src/sandbox/contract-facts/" },
    to: { path: "^src/contract/read-bundled-contract" },
  },
  {
    name: "the sandbox knows no server",
    from: { path: "^src/(sandbox|text)/" },
    to: { path: "^src/http-server/" },
  },
  {
    name: "only index and two commands import the start, on demand: the package bundles it into one file",
    from: { path: "^src/", pathNot: "^src/(sandbox-node/index|cli/commands/(exec|sandbox))" },
    to: { path: "^src/sandbox-node/start-sandbox" },
  },
];

const layerRules = LAYERS.map((layer, index) => ({
  name: `${layer} imports only layers above it`,
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
    // For packages that export more than their main module.
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types"] },
  },
};
