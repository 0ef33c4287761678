import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import {
  type CompleteResponse,
  type ListeningServer,
  serve,
} from "../../src/http-server/http-server.ts";

const HOST = "127.0.0.1";
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
};

/** The files of a site, by their paths. */
export type Pages = ReadonlyMap<string, { type: string; body: Uint8Array }>;

/** Reads the files of a folder, so that no request can access other files. */
export function readPages(folder: string): Pages {
  return new Map(
    readdirSync(folder).map((name) => [
      name === "index.html" ? "/" : `/${name}`,
      { type: TYPES[extname(name)] ?? "text/plain", body: readFileSync(join(folder, name)) },
    ]),
  );
}

/** Serves pages. Requests wait until there are any, so that the address of a site is known before it is built. */
export function servePages(pages: Promise<Pages>, port = 0): Promise<ListeningServer> {
  return serve(
    { port, host: HOST },
    {
      errorResponse: (status, message) => textResponse(status, message),
      async handle({ target }) {
        const path = target.replace(/[?#].*/, "").replace(/\/index\.html$/, "/");
        const page = (await pages).get(path);
        if (!page) return textResponse(404, "Not found");
        return { status: 200, headers: { "content-type": page.type }, body: page.body };
      },
    },
  );
}

/** Serves the files of a folder as they are now. */
export function serveFolder(folder: string, port = 0): Promise<ListeningServer> {
  return servePages(Promise.resolve(readPages(folder)), port);
}

function textResponse(status: number, message: string): CompleteResponse {
  return { status, headers: { "content-type": "text/plain" }, body: `${message}\n` };
}
