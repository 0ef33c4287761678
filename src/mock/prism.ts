import type { JsonObject } from "../contract/cursor.ts";
import { MAX_PROBLEMS } from "../contract/validation-limits.ts";
import { adaptRequest, adaptResponse } from "./adapt-contract-for-prism.ts";
import type { Preference } from "./prefer-header.ts";
import { RequestError } from "./request-error.ts";

/** The parts of a request that Prism validates. */
interface PrismRequest {
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  body: unknown;
}

interface PrismResponse {
  status: number;
  body: unknown;
}

/** Responds to a request for an operation, or rejects with a {@link RequestError}. */
export type Prism = (
  id: string,
  request: PrismRequest,
  preference: Preference,
) => Promise<PrismResponse>;

type PrismPackage = typeof import("@stoplight/prism-http");
type Operation = Awaited<ReturnType<PrismPackage["getHttpOperationsFromSpec"]>>[number];
type PrismInput = Parameters<ReturnType<PrismPackage["createInstance"]>["request"]>[0];
type Logger = Parameters<PrismPackage["createInstance"]>[1]["logger"];

const settings = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
} as const;

/** Sets Prism up for a contract. */
export async function createPrism(document: JsonObject): Promise<Prism> {
  const { createInstance, getHttpOperationsFromSpec } = await loadPrism();
  // Prism resolves the references of a document in place.
  const all = await getHttpOperationsFromSpec(structuredClone(document));
  const operations = new Map(all.map((operation) => [operation.iid, adapt(operation)]));
  const prism = createInstance(settings, { logger: createSilentLogger() });

  return async (id, { method, path, query, headers, body }, { code, example, dynamic = false }) => {
    const request = { method: method.toLowerCase(), url: { path, query }, headers, body };
    const mock = { dynamic, ...(code && { code }), ...(example && { exampleKey: example }) };
    const result = await prism.request(request as PrismInput, [operations.get(id) as Operation], {
      ...settings,
      mock,
    })();
    if (result._tag === "Left") throw result.left;
    const { output, validations } = result.right;
    throwIfInvalid(validations.input);
    return { status: output.statusCode, body: output.body };
  };
}

/** Prism is not installed. It is an optional peer dependency, since most users do not need it. */
export class PrismMissingError extends Error {
  override readonly name = "PrismMissingError";

  constructor(cause: unknown) {
    // The version that the tests use.
    const command = "npm install -D @stoplight/prism-http@5.16.0";
    super(`the mock needs Prism, which is not installed: run ${command}`, { cause });
  }
}

async function loadPrism(): Promise<PrismPackage> {
  try {
    return await import("@stoplight/prism-http");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === "ERR_MODULE_NOT_FOUND" ? new PrismMissingError(error) : error;
  }
}

function adapt(operation: Operation): Operation {
  // Otherwise Prism would send callbacks to any URL that a request names.
  delete operation.callbacks;
  for (const content of operation.request?.body?.contents ?? []) {
    if (content.schema) content.schema = adaptRequest(content.schema);
  }
  for (const content of operation.responses.flatMap(({ contents }) => contents ?? [])) {
    if (content.schema) content.schema = adaptResponse(content.schema);
  }
  return operation;
}

type Violation = { code?: string | number; message: string; severity: number };

/**
 * To an invalid request, Prism responds with the first error example, which describes a different
 * mistake. This throws the actual problems instead. For a missing token, the example fits.
 */
function throwIfInvalid(violations: Violation[]): void {
  const errors = violations.filter(({ severity }) => severity === 0);
  if (errors.length === 0 || errors.some(({ code }) => code === 401)) return;
  // The error of an "if" only repeats that its branch has errors.
  const relevant = errors.filter(({ code }) => code !== "if");
  const messages = new Set(relevant.map(({ message }) => message));
  throw new RequestError(400, [...messages].slice(0, MAX_PROBLEMS));
}

/** Prism would write its log to stdout. */
function createSilentLogger(): Logger {
  const logger: Record<string, unknown> = { child: () => logger };
  for (const level of ["debug", "info", "success", "warn", "error"]) logger[level] = () => {};
  return logger as unknown as Logger;
}
