import { postbackFields } from "../../generated/postback-fields.ts";
import { parseJson } from "../client/parse-json.ts";
import { Rejection } from "./rejection.ts";

/** What is read of a postback. */
export interface Postback {
  type: keyof typeof postbackFields;
  /** In small letters, like the other id. */
  eventId: string;
  occurredAt: string;
  /** The id of the payment or the withdrawal. */
  id: string;
}

/** Gives the next part of a body, as the readers of streams and the iterators of requests do. */
type Next = () => Promise<{ done?: boolean | undefined; value?: Uint8Array | undefined }>;

/** In bytes. A postback has about 2,000. */
const MAX_BODY_SIZE = 100_000;

/**
 * Reads a body as text. It discards the rest of a body that is too large, since many senders read the
 * response only after they have sent everything.
 */
export async function readBody(length: string | null | undefined, next: Next): Promise<string> {
  if (Number(length) > MAX_BODY_SIZE) throw tooLarge();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await next().catch((cause) => {
      throw new Rejection(400, { detail: "The connection ended before it was complete.", cause });
    });
    if (done || !value) break;
    size += value.length;
    if (size <= MAX_BODY_SIZE) text += decoder.decode(value, { stream: true });
  }
  if (size > MAX_BODY_SIZE) throw tooLarge();
  return text + decoder.decode();
}

/**
 * Parses a postback, unless the server has parsed it already, and checks the fields that are read. All
 * others may be missing, or have values that the contract does not know yet.
 */
export function parsePostback(content: unknown): Postback {
  const text = content instanceof Uint8Array ? new TextDecoder().decode(content) : content;
  const body = typeof text === "string" ? parseJson(text) : text;
  const type = valueAt(body, "type");
  if (!isPostbackType(type)) throw malformed("type");
  for (const [path, form] of Object.entries(postbackFields[type])) {
    const value = valueAt(body, path);
    if (typeof value !== "string" || !form.test(value)) throw malformed(path);
  }
  const [eventId, occurredAt, id] = ["eventId", "occurredAt", "data.id"].map((path) =>
    String(valueAt(body, path)),
  ) as [string, string, string];
  // UUIDs are the same in capitals and in small letters.
  return { type, eventId: eventId.toLowerCase(), occurredAt, id: id.toLowerCase() };
}

function isPostbackType(value: unknown): value is Postback["type"] {
  return typeof value === "string" && Object.hasOwn(postbackFields, value);
}

function valueAt(body: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | null)?.[key],
      body ?? null,
    );
}

function tooLarge(): Rejection {
  return new Rejection(413, { detail: `It has more than ${MAX_BODY_SIZE} bytes.` });
}

function malformed(path: string): Rejection {
  return new Rejection(400, { detail: `${path} is missing or malformed.` });
}
