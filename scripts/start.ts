import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { Failure, runCommand, STATUS } from "./command.ts";
import * as redocly from "./redocly.ts";

const HOST = "127.0.0.1";
const CONTRACT = "generated/openapi.yaml";
const PAGE = "dist/docs/index.html";

/** All that is served, so that no request can name a file. */
const SERVED = [
  { path: "/", file: PAGE, type: "text/html; charset=utf-8" },
  { path: "/openapi.yaml", file: CONTRACT, type: "application/yaml; charset=utf-8" },
  { path: "/openapi.json", file: "generated/openapi.json", type: "application/json" },
];

async function buildPage(): Promise<void> {
  if (!existsSync(CONTRACT)) {
    throw new Failure(STATUS.misused, `There is no ${CONTRACT}: run npm run generate first.`);
  }
  mkdirSync(dirname(PAGE), { recursive: true });
  await redocly.buildDocs(CONTRACT, PAGE);
}

function serve(port: number): Promise<void> {
  const pages = new Map(
    SERVED.map(({ path, file, type }) => [path, { type, body: readFileSync(file) }]),
  );
  const server = createServer(({ url = "/" }, response) => {
    const page = pages.get(url.replace(/\?.*/, ""));
    if (page) response.writeHead(200, { "content-type": page.type }).end(page.body);
    else response.writeHead(404).end("Not found\n");
  });
  return new Promise((resolve, reject) => {
    server.once("error", ({ code, message }: NodeJS.ErrnoException) =>
      reject(new Failure(STATUS.misused, code === "EADDRINUSE" ? taken(port) : message)),
    );
    server.listen(port, HOST, resolve);
  });
}

function taken(port: number): string {
  return `Port ${port} is taken. Choose another: npm start -- --port ${port + 1}`;
}

function readPort(): number {
  const { values } = parseArgs({ options: { port: { type: "string", default: "4000" } } });
  const port = Number(values.port);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Failure(STATUS.misused, `--port ${values.port} is no port: give one from 1 to 65535.`);
}

await runCommand(async () => {
  const port = readPort();
  await buildPage();
  await serve(port);
  console.log(`The reference is at http://${HOST}:${port}`);
});
