/** What each part of the code may import besides itself, types included. */
const MAY_IMPORT = {
  "src/contract": [],
  "src/card-number": [],
  "src/platform": ["src/contract"],
  // The tables that are generated for the client import its types, so they are a part of it.
  "(src/client|generated)": ["src/card-number"],
  "src/mock": ["src/contract", "src/platform"],
  "src/sandbox/domain": ["generated/(types|sandbox-control-types)"],
  "src/sandbox/store": ["generated", "src/sandbox/domain"],
  "src/sandbox/documents": ["generated/types", "src/sandbox/domain", "src/sandbox/store"],
  "src/sandbox/spec": [
    "src/contract",
    "src/platform",
    "src/sandbox/domain",
    "src/sandbox/documents",
  ],
  "src/sandbox/runtime": ["generated", "src/client", "src/sandbox/domain", "src/sandbox/store"],
  "src/sandbox/context": ["src/sandbox/domain", "src/sandbox/runtime", "src/sandbox/store"],
  "src/sandbox/postbacks": [
    "generated",
    "src/client",
    "src/platform",
    "src/sandbox/(context|options|errors)",
    "src/sandbox/runtime",
    "src/sandbox/store",
  ],
  "src/sandbox/services": [
    "generated",
    "src/sandbox/(context|request-errors)",
    "src/sandbox/(documents|domain|postbacks|runtime|spec|store)",
  ],
  "src/sandbox/jobs": [
    "src/sandbox/(context|options)",
    "src/sandbox/(documents|postbacks|runtime|services|store)",
  ],
  "src/sandbox/handlers": [
    "generated",
    "src/card-number",
    "src/platform",
    "src/sandbox/(context|request-errors)",
    "src/sandbox/(domain|postbacks|runtime|services|spec|store)",
  ],
  "src/sandbox/http": ["generated", "src/(card-number|client|contract|platform)", "src/sandbox"],
  "src/cli": ["src/mock", "src/platform", "src/sandbox/(index|options|errors|curl-example)"],
};

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no-circle", severity: "error", from: {}, to: { circular: true } },
    { name: "resolves", severity: "error", from: {}, to: { couldNotResolve: true } },
    ...Object.entries(MAY_IMPORT).map(([part, others]) => ({
      name: `${part} imports what it may`,
      severity: "error",
      from: { path: `^${part}[./]` },
      to: { path: "^(src|generated)/", pathNot: `^(${[part, ...others].join("|")})[./-]` },
    })),
    {
      name: "the app is started by index alone",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/sandbox/(index|app)\\.ts" },
      to: { path: "^src/sandbox/app\\.ts" },
    },
    {
      name: "the client runs wherever fetch does",
      severity: "error",
      from: { path: "^(src/client|src/card-number|generated)" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "the rules of the domain reach nothing",
      severity: "error",
      from: { path: "^src/sandbox/domain" },
      to: { dependencyTypes: ["core", "npm"] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    reporterOptions: {
      dot: { collapsePattern: "^(src/sandbox/[^/]+|src/[^/]+|generated|node_modules/[^/]+)" },
    },
  },
};
