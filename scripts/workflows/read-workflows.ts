import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { Cursor } from "../../src/contract/cursor.ts";
import { httpMethodOf, type Operation, operations } from "../../src/contract/operations.ts";
import { readContract, readControlContract } from "../../src/contract/read-bundled-contract.ts";
import { headingAnchor } from "../docs/markdown-files.ts";

const FOLDER = resolve(import.meta.dirname, "../../openapi/workflows");

/** The workflow that every other one begins with. */
export const NEW_COMPANY = "newCompany";

/** What the steps call when a token has expired. */
const TOKEN_OPERATION = "auth.createToken";

const UNAUTHORIZED = 401;

/** Whose operation a step calls: the service's, or one of the sandbox's controls. */
type Source = "service" | "sandbox";

interface Criterion {
  readonly context?: string;
  readonly condition: string;
}

interface Parameter {
  readonly in: "header" | "path" | "query";
  readonly name: string;
  readonly value: unknown;
}

/** A step that calls an operation. */
export interface CallStep {
  readonly stepId: string;
  readonly description: string;
  readonly source: Source;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  readonly payload?: unknown;
  readonly criteria: readonly Criterion[];
  readonly outputs: Readonly<Record<string, string>>;
}

export interface Workflow {
  readonly workflowId: string;
  readonly summary: string;
  readonly description: string;
  /** Without the step that runs the workflow of a new company. */
  readonly steps: readonly CallStep[];
}

/** A file of workflows. */
export interface WorkflowFile {
  /** Without its extension. */
  readonly name: string;
  readonly title: string;
  /** What happens, in one sentence. */
  readonly summary: string;
  /** When one needs it. */
  readonly description: string;
  /** The page about the task, below `docs/` and without its extension: the file is a chapter of it. */
  readonly guide: string;
  readonly workflows: readonly Workflow[];
}

/** A step as the file has it. */
interface RawStep {
  stepId: string;
  description: string;
  operationPath?: string;
  parameters?: Parameter[];
  requestBody?: { payload: unknown };
  successCriteria?: Criterion[];
  outputs?: Record<string, string>;
}

type RawWorkflow = Omit<Workflow, "steps"> & { steps: RawStep[] };

let files: WorkflowFile[] | undefined;

/**
 * All workflows. They are parsed once.
 *
 * @throws {Error} if a step calls an operation that the contracts do not have.
 */
export function readWorkflows(): readonly WorkflowFile[] {
  files ??= parseWorkflows();
  return files;
}

function parseWorkflows(): WorkflowFile[] {
  const known = operationsByPath();
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".arazzo.yaml"))
    .map((file) => {
      const { info, workflows } = parse(readFileSync(join(FOLDER, file), "utf8"));
      return {
        name: file.replace(".arazzo.yaml", ""),
        title: info.title,
        summary: info.summary,
        description: info.description,
        guide: info["x-guide"],
        workflows: workflows.map((workflow: RawWorkflow) => readWorkflow(workflow, known)),
      };
    });
}

/** The files whose workflows call an operation, by its id. */
export function workflowsByOperation(): Map<string, WorkflowFile[]> {
  const calls = readWorkflows()
    .filter(hasChapter)
    .flatMap((file) => {
      const called = file.workflows.flatMap(({ steps }) =>
        steps.map(({ operation }) => operation.id),
      );
      return [...new Set(called)].map((id) => ({ id, file }));
    });
  const files = [...Map.groupBy(calls, ({ id }) => id)];
  return new Map(files.map(([id, all]) => [id, all.map(({ file }) => file)]));
}

/** Where the site has the workflows of a file. */
export function chapterPlace({ title, guide }: Pick<WorkflowFile, "title" | "guide">): string {
  return `${guide}.md#${headingAnchor(chapterHeading({ title }))}`;
}

export function chapterHeading({ title }: Pick<WorkflowFile, "title">): string {
  return `Call by call: ${title}`;
}

/** All are a chapter of a guide but the file of the workflow that every other one begins with. */
export function hasChapter({ workflows }: WorkflowFile): boolean {
  return workflows.every(({ workflowId }) => workflowId !== NEW_COMPANY);
}

function readWorkflow({ steps, ...workflow }: RawWorkflow, known: Known): Workflow {
  const { workflowId, summary, description } = workflow;
  const calls = steps.flatMap((step) => (step.operationPath ? [readStep(step, known)] : []));
  return { workflowId, summary, description, steps: calls };
}

function readStep(step: RawStep, known: Known): CallStep {
  const { stepId, description, operationPath = "", parameters = [], requestBody } = step;
  const [, source, pointer] =
    operationPath.match(/^\{\$sourceDescriptions\.(\w+)\.url\}#(.+)$/) ?? [];
  const operation = known.get(`${source}${pointer}`);
  if (!operation) throw new Error(`The step ${stepId} calls ${operationPath}, which is unknown.`);
  return {
    stepId,
    description,
    source: source as Source,
    operation,
    parameters,
    ...(requestBody && { payload: requestBody.payload }),
    criteria: step.successCriteria ?? [],
    outputs: step.outputs ?? {},
  };
}

type Known = ReadonlyMap<string, Operation>;

/** By what follows `operationPath`, e.g. `service/paths/~1payments/post`. */
function operationsByPath(): Known {
  const contracts = { service: readContract(), sandbox: readControlContract() };
  return new Map(
    Object.entries(contracts).flatMap(([source, contract]) =>
      operations(Cursor.root(contract)).map((operation) => {
        const path = operation.pathItem.key.replaceAll("~", "~0").replaceAll("/", "~1");
        const method = httpMethodOf(operation).toLowerCase();
        return [`${source}/paths/${path}/${method}`, operation] as const;
      }),
    ),
  );
}

/** What a criterion expects of the response. */
export interface Check {
  /** e.g. `/data/amount`, or `/data/length` for the length of a list. */
  readonly pointer: string;
  /** A literal, or the expression of another step's output. */
  readonly expected: string;
}

/** The checks of a step, apart from those of its status and its message. */
export function checksOf({ stepId, criteria }: CallStep): Check[] {
  const checks = criteria.slice(1).filter((criterion) => !isOfMessage(criterion));
  return checks.map(({ condition, context = "" }) => {
    const [, pattern] = condition.match(/^\^(.*)\$$/) ?? [];
    const [, left, right] = condition.match(/^(\S+) == (.+)$/) ?? [context, context, pattern];
    const [, pointer] = left?.match(/^\$response\.body#(\/.+)$/) ?? [];
    if (pointer === undefined || right === undefined)
      throw new Error(`The step ${stepId} has a criterion of a new kind: ${condition}.`);
    return { pointer, expected: right };
  });
}

/** What the message of an error must match, as the text of a regular expression. */
export function messagePatternOf({ criteria }: CallStep): string | undefined {
  return criteria.find(isOfMessage)?.condition;
}

function isOfMessage({ context = "" }: Criterion): boolean {
  return /\/data\/message(\/\d+)?$/.test(context);
}

/** The calls of a workflow without those that get a token or miss one: the client gets tokens by itself. */
export function callsWithoutTokens({ steps }: Workflow): CallStep[] {
  return steps.filter(
    (step) => step.operation.id !== TOKEN_OPERATION && statusOf(step) !== UNAUTHORIZED,
  );
}

/** The HTTP status that a step expects. Its first criterion says it. */
export function statusOf({ stepId, criteria }: CallStep): number {
  const [, status] = criteria[0]?.condition.match(/^\$statusCode == (\d+)$/) ?? [];
  if (!status) throw new Error(`The step ${stepId} expects no status.`);
  return Number(status);
}
