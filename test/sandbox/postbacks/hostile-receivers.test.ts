import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { deliver } from "../../../src/sandbox/postbacks/deliver.ts";

/** How long a response may take here, in milliseconds; one that never ends is cut off long before. */
const LONGEST = 5_000;

const OK = "HTTP/1.1 200 OK\r\n";
const chunked = `${OK}transfer-encoding: chunked\r\n\r\n`;

/** Writes the same again and again, for as long as the other side takes it. */
function endlessly(socket: Socket, part: string): void {
  const bytes = Buffer.from(part.repeat(Math.ceil(16_384 / part.length)));
  const write = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on("drain", write);
  write();
}

function whole(body: string | Buffer, ...headers: string[]): Buffer {
  const head = [`HTTP/1.1 200 OK`, `content-length: ${Buffer.byteLength(body)}`, ...headers];
  return Buffer.concat([Buffer.from([...head, "", ""].join("\r\n")), Buffer.from(body)]);
}

type ReceiverResponse = [answer: (socket: Socket) => void, status: number | null];

const responses: Record<string, ReceiverResponse> = {
  "a reset": [(socket) => socket.resetAndDestroy(), null],
  "a reset in its answer": [
    (socket) => socket.write(`${OK}content-length: 9\r\n\r\nx`, () => socket.resetAndDestroy()),
    200,
  ],
  "a reset after its answer": [
    (socket) => socket.write(whole("ok"), () => socket.resetAndDestroy()),
    200,
  ],
  "another protocol, and a reset": [
    (socket) =>
      socket.write("HTTP/1.1 101 Yes\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nx", () =>
        socket.resetAndDestroy(),
      ),
    null,
  ],
  "interim answers without end": [
    (socket) => endlessly(socket, "HTTP/1.1 102 Processing\r\n\r\n"),
    null,
  ],
  "a hundred interim answers": [
    (socket) => {
      socket.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100));
      socket.write(whole("ok"));
    },
    200,
  ],
  "headers without end": [
    (socket) => {
      socket.write(OK);
      endlessly(socket, "x: y\r\n");
    },
    null,
  ],
  "a header without end": [
    (socket) => {
      socket.write(`${OK}x: `);
      endlessly(socket, "y");
    },
    null,
  ],
  "a body without end": [
    (socket) => {
      socket.write(`${OK}\r\n`);
      endlessly(socket, "x");
    },
    200,
  ],
  "chunks of one byte without end": [
    (socket) => {
      socket.write(chunked);
      endlessly(socket, "1\r\nx\r\n");
    },
    200,
  ],
  "a chunk's extension without end": [
    (socket) => {
      socket.write(`${chunked}1;`);
      endlessly(socket, "x");
    },
    200,
  ],
  "trailers without end": [
    (socket) => {
      socket.write(`${chunked}0\r\n`);
      endlessly(socket, "x: y\r\n");
    },
    200,
  ],
  "a little gzip that is much": [
    (socket) => socket.write(whole(gzipSync(Buffer.alloc(5_000_000)), "content-encoding: gzip")),
    200,
  ],
  "no HTTP without end": [(socket) => endlessly(socket, "\0"), null],
  "lists in lists": [(socket) => socket.write(whole("[".repeat(2_000) + "]".repeat(2_000))), 200],
  "deeper lists": [(socket) => socket.write(whole("[".repeat(30_000) + "]".repeat(30_000))), 200],
  "a secret of many digits": [
    (socket) => socket.write(whole(`{"securityCode":"${"7".repeat(5_199)}"}`)),
    200,
  ],
};

test.each(Object.entries(responses))(
  "%s is a response like any other",
  async (_, [response, status]) => {
    const sent = await sendTo(response, LONGEST);
    expect(sent.status).toBe(status);
    expect(sent.problem?.length ?? 0).toBeLessThan(200);
    // It ended by itself, before the time limit.
    expect(sent.problem ?? "").not.toContain("within");
  },
);

test("an endless response without a length is not a complete response", async () => {
  const { status, answer, problem } = await sendTo((socket) => socket.write(`${OK}\r\nhalf`), 200);
  expect({ status, answer, problem }).toEqual({
    ...{ status: 200, answer: "half" },
    problem: "The response was not complete within 0.2 seconds.",
  });
});

/** Sends a postback to a receiver with this response. */
async function sendTo(response: ReceiverResponse[0], longestWait: number) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => response(socket));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return deliver(url, "{}", { closing: new AbortController().signal, timeout: longestWait });
}
