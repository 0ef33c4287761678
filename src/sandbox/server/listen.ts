import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Address } from "../../address.ts";
import { type Listening, open } from "../../server.ts";
import { asText } from "../files.ts";
import type { Answerer, Sent } from "./answer.ts";
import { type Names, reachedAt, refuseForeign } from "./foreign.ts";
import { envelope, refused } from "./refused.ts";
import { readBody, shownPath } from "./request.ts";

/** How long what has been accepted may take to end when the sandbox is closed, in milliseconds. */
const GRACE = 5_000;
/** In so many turns of the loop nobody may have called before connections count as idle. */
const QUIET_TURNS = 10;

/** Answers what arrives at an address, and tells `log` of each answer in a line. */
export async function listen(
  address: Address & Names,
  answerer: Answerer,
  log: ((line: string) => void) | undefined,
): Promise<Listening> {
  const answers = new WeakMap<Socket, ServerResponse[]>();
  let isEnding = false;
  let calls = 0;
  const server = createServer({ requireHostHeader: false }, async (request, response) => {
    calls += 1;
    const { socket } = request;
    const owed = (answers.get(socket) ?? []).filter(({ closed }) => !closed);
    answers.set(socket, [...owed, response]);
    const { method = "", url: target = "" } = request;
    const [path = "", query = ""] = split(target);
    const headers = headersOf(request);
    const sent: Sent | undefined = await readBody(request)
      .then((body) => {
        refuseForeign(path, headers, address);
        return answerer.answer({ method, path, query, headers, body });
      })
      .catch((error) => refused(error, undefined));
    // Whoever leaves in the middle of a request waits for no answer.
    if (!sent) {
      response.destroy();
      return;
    }
    const { status, body, reasons = [] } = sent;
    log?.([method, shownPath(path), status ?? "-", reasons.join("; ")].filter(Boolean).join(" "));
    if (status === null) {
      request.socket.resetAndDestroy();
      return;
    }
    // A text is written in one piece with the headers, bytes are not.
    const base = sent.hasFiles ? reachedAt(headers.host, address, url) : undefined;
    const content = body instanceof Uint8Array ? body : asText(body, base);
    response.writeHead(status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(content),
      // Once it is being closed, a connection that stayed open would hold up the end.
      ...(isEnding && { connection: "close" }),
      ...sent.headers,
    });
    response.end(content);
  });
  // Whoever has sent a whole request before gets its answer first.
  server.on("clientError", async (error, socket: Socket) => {
    const owed = answers.get(socket)?.findLast(({ req, closed }) => req.complete && !closed);
    if (owed) await once(owed, "close");
    refuseBytes(error, socket);
  });
  server.on("connect", (_, socket: Socket) => refuse(socket, noTunnel));
  // An expectation that nobody knows is ignored, as all is that the contract does not know.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  const { url } = await open(server, address);
  return {
    url,
    async close() {
      isEnding = true;
      await untilQuiet(() => calls);
      await finish(server);
    },
  };
}

/** The path and the query. A proxy may send the whole address. */
function split(address: string): string[] {
  const target = address.replace(/^https?:\/\/[^/?]*/i, "");
  const end = target.indexOf("?");
  return end < 0 ? [target] : [target.slice(0, end), target.slice(end + 1)];
}

function headersOf({ headers }: IncomingMessage): Record<string, string | undefined> {
  return headers as Record<string, string | undefined>;
}

interface ByteProblem {
  status: number;
  message: string;
}

const notHttp: ByteProblem = { status: 400, message: "This is not an HTTP request." };
const noTunnel: ByteProblem = { status: 405, message: "The sandbox is no proxy." };

const byteProblems: Record<string, ByteProblem> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: "The headers are larger than 16 KiB." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request took too long to arrive." },
};

function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  refuse(socket, byteProblems[error.code ?? ""] ?? notHttp);
}

/** What does not come as a request gets an answer in the same form, and the connection ends. */
function refuse(socket: Socket, { status, message }: ByteProblem): void {
  if (!socket.writable) return;
  const text = JSON.stringify(envelope(status, message).body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(text)}`,
      "connection: close",
      "",
      text,
    ].join("\r\n"),
  );
}

/**
 * Lets those be answered, for the last time, who have called while this process had other things to do:
 * their connections seem idle until it looks.
 */
async function untilQuiet(count: () => number): Promise<void> {
  const end = performance.now() + GRACE;
  let before = count();
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < end; quiet++) {
    await setImmediate();
    if (count() > before) quiet = 0;
    before = count();
  }
}

async function finish(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const late = setTimeout(() => server.closeAllConnections(), GRACE);
  server.closeIdleConnections();
  await closed;
  clearTimeout(late);
}
