import { bytesOf, type Header } from "./fuzzed-requests.ts";
import { oddTexts } from "./hostile-values.ts";
import type { Chance } from "./seeded-random.ts";
import { bytesIn, type Sending } from "./send-once.ts";

/** Unknown keys, so that the status is 401. */
const KEYS = '{"publicKey":"a","privateKey":"b"}';
const SIZE = KEYS.length.toString(16);
const END = "0\r\n\r\n";

const length: Header = ["content-length", `${KEYS.length}`];
const inChunks: Header = ["transfer-encoding", "chunked"];
const EXPECTS: Header = ["expect", "100-continue"];

function post(headers: readonly Header[], body: string, version = "1.1"): string {
  const fixed: Header[] = [
    ["host", "127.0.0.1"],
    ["content-type", "application/json"],
  ];
  const lines = [...fixed, ...headers].map(([name, value]) => `${name}: ${value}`);
  return [`POST /auth HTTP/${version}`, ...lines, "", body].join("\r\n");
}

function get(target = "/_sandbox/health", lines: readonly string[] = [], method = "GET"): string {
  return [`${method} ${target} HTTP/1.1`, "host: 127.0.0.1", ...lines, "", ""].join("\r\n");
}

function chunk(text = KEYS, size = text.length.toString(16)): string {
  return `${size}\r\n${text}\r\n`;
}

function chunked(...chunks: string[]): string {
  return post([inChunks], chunks.join(""));
}

function ofLength(stated: string): string {
  return post([["content-length", stated]], KEYS);
}

function cut(text: string, chance: Chance): string {
  return text.slice(0, text.length - 1 - chance.below(KEYS.length));
}

/** Each character is a byte. */
function anyBytes(chance: Chance, count: number): string {
  return Array.from({ length: count }, () => String.fromCharCode(chance.below(256))).join("");
}

function times<Item>(count: number, item: Item): Item[] {
  return Array<Item>(count).fill(item);
}

/** The replacement of a part, by the kind of change. */
const odd = {
  lengths: ["-1", "+34", "0x22", "34 34", "34,34", "3e1", "NaN", "", "\xd9\xa3\xd9\xa4"],
  codings: ["xchunked", "identity", "gzip", "chunked, gzip", "chunked, chunked", '"chunked"', ""],
  hiddenCodings: [
    ...["transfer-encoding : chunked", " transfer-encoding: chunked", "transfer_encoding: chunked"],
    ...["transfer-encoding:\x0bchunked", "transfer-encoding: chu\x00nked", "x: y\r\n chunked"],
    ...["transfer-encoding: x\r\n chunked", "transfer\xadencoding: chunked"],
    ...["x: y\rtransfer-encoding: chunked", "x: y\ntransfer-encoding: chunked"],
  ],
  lineEnds: ["\n", "\r", "\n\r", "\r\r\n", "\r\n\n", "\u0085"],
  folded: ["x\r\n set-cookie: a=b", "x\n\tset-cookie: a=b", "x\rset-cookie: a=b", "x\x00y"],
  hosts: ["", "a b", "[::1", "x:y:z", "/", "@", "127.1", "127.0.0.1:x", "\xff"],
  protocols: [
    "GET /payments\r\n",
    "EHLO shop.example\r\n",
    "SSH-2.0-x\r\n",
    "*1\r\n$4\r\nPING\r\n",
    "RTSP/1.0 200\r\n",
  ],
  addresses: [
    ...["http://127.0.0.1/payments", "HTTP://[::1]:1/payments?page=1", "https://127.0.0.1"],
    ...["http://", "http:///payments", "http://127.0.0.1?x", "ftp://127.0.0.1/", "http:/payments"],
  ],
  tunnels: ["shop.example:443", "127.0.0.1:22", "/payments", "*", "http://127.0.0.1/"],
  upgrades: ["websocket", "h2c", "TLS/1.0", "x, y"],
  starts: ["", " ", "\t", "\0", "\n", "\ufeff"],
  methods: ["get", "GETS", "", "G ET", "M-SEARCH", "PURGE", "BREW", "\xc7ET", "QUERY", "TRACE"],
  expectations: ["100-continue", "200-ok", "100-continue, x", ""],
};

type Bytes = (chance: Chance, token: string) => string | Buffer;

/** What is sent, by the statuses of its responses in order. */
const alone: Record<string, Record<string, Bytes>> = {
  400: {
    "a body that is cut off": (chance) => cut(post([length], KEYS), chance),
    "JSON that is broken": (chance) => {
      const body = KEYS.slice(0, chance.below(KEYS.length));
      return post([["content-length", `${body.length}`]], body);
    },
    "a length that is too long": (chance) => ofLength(`${KEYS.length + chance.between(1, 1_000)}`),
    "a length that is no number": (chance) => ofLength(chance.pick(odd.lengths)),
    "a request that is hidden between a length and chunks": () =>
      post([["content-length", "4"], inChunks], END + get("/_sandbox/reset", [], "POST")),
    "a transfer coding that nobody knows": (chance) =>
      post([["transfer-encoding", chance.pick(odd.codings)]], chunk() + END),
    "chunks that are cut off": (chance) => cut(chunked(chunk(), END), chance),
    "another protocol": (chance) => chance.pick(odd.protocols),
    "the beginning of TLS": (chance) => `\x16\x03\x01\x02\x00\x01${anyBytes(chance, 500)}`,
    "odd ends of lines": (chance) =>
      post([length], KEYS).replaceAll("\r\n", chance.pick(odd.lineEnds)),
    "a header that is folded": (chance, token) =>
      get("/withdrawals", [
        `authorization: Bearer ${token}`,
        `x-subaccount-id: ${chance.pick(odd.folded)}`,
      ]),
    "an expectation of too large a body": () =>
      post([["content-length", `${2 ** 40}`], EXPECTS], KEYS),
  },
  "400, 400": {
    "a length that is too short": (chance) => ofLength(`${chance.below(KEYS.length)}`),
  },
  401: {
    "chunks that are right": (chance) => {
      const at = chance.between(1, KEYS.length - 1);
      return chunked(chunk(KEYS.slice(0, at)), chunk(KEYS.slice(at)), END);
    },
    "HTTP/1.0": (chance) =>
      post([length, ["connection", chance.pick(["keep-alive", "close"])]], KEYS, "1.0"),
    "a change of protocol with a body": () =>
      post([["connection", "Upgrade"], ["upgrade", "websocket"], length], KEYS),
    "an expectation": (chance) => post([length, ["expect", chance.pick(odd.expectations)]], KEYS),
  },
  404: {
    "an address that is a star": (chance) => get("*", [], chance.pick(["OPTIONS", "GET", "POST"])),
  },
  431: {
    "a path that is huge": (chance) => get(`/${"a/".repeat(chance.between(8_500, 50_000))}`),
    "headers that are huge": (chance) =>
      get("/payments", [`x: ${"y".repeat(chance.between(16_500, 200_000))}`]),
  },
  200: {
    "a change of protocol": (chance) =>
      get("/_sandbox/health", [
        "connection: Upgrade, HTTP2-Settings",
        `upgrade: ${chance.pick(odd.upgrades)}`,
        "http2-settings: AAMAAABkAAQAAP__",
      ]),
    "a call behind one that says it is the last": () =>
      get("/_sandbox/health", ["connection: close"]) + get(),
  },
  "200, 400": {
    "something that is none behind a call": (chance) =>
      `${get()}\x00${anyBytes(chance, 30)}\r\n\r\n${get()}`,
  },
  // At least one response, of any status.
  any: {
    "a transfer coding that is hidden": (chance) =>
      get("/auth", [chance.pick(odd.hiddenCodings), "content-length: 5"], "POST") + END,
    "a chunk with much beside its size": (chance) =>
      chunked(chunk(KEYS, `${SIZE};${"x".repeat(chance.pick([1, 10_000, 40_000]))}`), END),
    "HTTP/1.0 with chunks": () => post([inChunks], chunk() + END, "1.0"),
    "bytes by chance": (chance) => anyBytes(chance, 300),
    "lines before the first": (chance) =>
      "\r\n".repeat(chance.below(50)) + chance.pick(odd.starts) + get(),
    "another method": (chance) => get("/payments", [], chance.pick(odd.methods)),
    "a body where none belongs": (chance) =>
      `${get("/_sandbox/health", ["content-length: 9"], chance.pick(["GET", "DELETE"]))}not JSON!`,
    "no host": (chance) => `GET /payments HTTP/1.${chance.below(2)}\r\n\r\n`,
    "two hosts": () => get("/payments", ["host: shop.example"]),
    "a host that is none": (chance) =>
      `GET /payments HTTP/1.1\r\nhost: ${chance.pick(odd.hosts)}\r\n\r\n`,
    "a whole address": (chance) => get(chance.pick(odd.addresses)),
    "a path of bytes": (chance) => get(`/payments/${anyBytes(chance, 8)}`),
    "a header of bytes": (chance) => get("/payments", [`x: ${anyBytes(chance, 8)}`]),
    "a token of bytes": (chance) =>
      get("/payments", [`authorization: Bearer ${anyBytes(chance, 8)}`]),
    "headers that are many": (chance) =>
      get("/payments", times(chance.pick([500, 1_990, 5_000]), "a: b")),
    "a tunnel": (chance) => get(chance.pick(odd.tunnels), [], "CONNECT") + get(),
    // Blank lines before a request are ignored, so they alone get no response.
    "odd texts": (chance) =>
      Buffer.from(`x${chance.pick(oddTexts)}\r\n${chance.pick(oddTexts)}\r\n\r\n`),
    "a request with bytes changed": (chance, token) => {
      const bytes = update(token);
      for (let left = chance.between(1, 6); left > 0; left--)
        bytes[chance.below(bytes.length)] = chance.below(256);
      return bytes;
    },
    "a request with bytes left out": (chance, token) => {
      const bytes = update(token);
      const at = chance.below(bytes.length);
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + chance.between(1, 20))]);
    },
  },
};

type Make = (chance: Chance, token: string) => Sending;

const sendings = Object.entries(alone).flatMap(([listed, kinds]) => {
  const statuses = listed === "any" ? {} : { statuses: listed.split(", ").map(Number) };
  return Object.entries(kinds).map(([kind, write]): [string, Make] => [
    kind,
    (chance, token) => ({ bytes: write(chance, token), ...statuses }),
  ]);
});

/** Ways to send an invalid or an ambiguous request, alone or behind a call, which gets its response regardless. */
export const rawKinds: Record<string, Make> = {
  ...Object.fromEntries(sendings),
  "calls of which some are refused": (chance) => {
    const calls = Array.from({ length: chance.between(2, 40) }, () =>
      chance.pick([
        { text: get(), status: 200 },
        { text: post([length], KEYS), status: 401 },
        { text: post([inChunks], chunk() + END), status: 401 },
      ]),
    );
    return {
      bytes: calls.map(({ text }) => text).join(""),
      statuses: calls.map(({ status }) => status),
    };
  },
  "any of these behind a right call": (chance, token) => {
    const [, make] = chance.pick(sendings);
    const { bytes, statuses } = make(chance, token);
    if (!statuses) return { bytes };
    return { bytes: Buffer.concat([bytesIn(get()), bytesIn(bytes)]), statuses: [200, ...statuses] };
  },
  "somebody who says nothing": () => ({ bytes: "", statuses: [] }),
  "somebody who leaves": (chance) => ({
    bytes: chance.pick(["", get(), cut(post([length], KEYS), chance)]),
    isLeft: true,
  }),
};

/** A request that gets far. */
function update(token: string): Buffer {
  return bytesOf({
    method: "PUT",
    target: "/customers/00000000-0000-4000-8000-000000000000?page=1",
    headers: [
      ["host", "127.0.0.1"],
      ["authorization", `Bearer ${token}`],
      ["content-type", "application/json"],
    ],
    body: Buffer.from('{"firstName":"Maria"}'),
  });
}
