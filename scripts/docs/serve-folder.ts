import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import {
  type CompleteResponse,
  type ListeningServer,
  serve,
} from "../../src/http-server/http-server.ts";

const HOST = "127.0.0.1";
const NOT_FOUND = "/404.html";
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".xml": "application/xml; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
};

/** The files of a site, by their paths. */
export type Pages = ReadonlyMap<string, { type: string; body: Uint8Array }>;

/** Reads the files of a folder, so that no request can access other files. */
export function readPages(folder: string): Pages {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => {
        const file = join(parentPath, name);
        const path = file.slice(join(folder).length).replaceAll("\\", "/");
        const type = TYPES[extname(name)] ?? "application/octet-stream";
        return [path.replace(/\/index\.html$/, "/"), { type, body: readFileSync(file) }];
      }),
  );
}

/** What else a server of pages needs. */
interface PagesOptions {
  port?: number;
  /** The path below which the pages are. */
  base?: string;
}

/** Until there are pages, so that the address of a site can be opened while it is built. */
const BUILDING = {
  status: 503,
  headers: { "content-type": "text/html; charset=utf-8", "retry-after": "5" },
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8" /><meta http-equiv="refresh" content="3" />
<meta name="viewport" content="width=device-width" />
<title>The docs are being built</title>
<style>:root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif } body { max-width: 34rem; margin: 15vh auto; padding: 0 1.5rem }</style>
<h1>The docs are being built</h1>
<p>This takes a minute or two. The page that you asked for appears here by itself when it is ready.</p>
<p lang="pt-BR">A documentação está sendo gerada, o que leva um ou dois minutos. A página que você pediu aparece aqui sozinha quando ficar pronta.</p>
</html>
`,
};

/** Serves pages, and before there are any, one that says so. */
export function servePages(
  pages: Promise<Pages>,
  { port = 0, base = "/" }: PagesOptions = {},
): Promise<ListeningServer> {
  let all: Pages | undefined;
  pages.then(
    (built) => {
      all = built;
    },
    // Whoever builds them learns why they are missing.
    () => {},
  );
  return serve(
    { port, host: HOST },
    {
      errorResponse: (status, message) => textResponse(status, message),
      async handle({ target }) {
        const [address = "", query = ""] = target.split(/(?=[?#])/);
        const path = address.replace(/\/index\.html$/, "/");
        if (!path.startsWith(base)) return textResponse(404, "Not found");
        if (!all) return BUILDING;
        const name = path.slice(base.length - 1);
        const page = all.get(name);
        const missing = all.get(NOT_FOUND);
        if (page) return response(200, page);
        const ending = ["/", ".html"].find((each) => all?.has(name + each));
        if (ending) return movedTo(path + ending + query);
        return missing ? response(404, missing) : textResponse(404, "Not found");
      },
    },
  );
}

/** Links in a page, and VitePress's script, depend on the page's address, so a shorter address only leads to it. */
function movedTo(location: string): CompleteResponse {
  return { ...textResponse(308, "Moved"), headers: { location } };
}

function response(status: number, { type, body }: { type: string; body: Uint8Array }) {
  return { status, headers: { "content-type": type }, body };
}

/** Serves the files of a folder as they are now, below a path. */
export function serveFolder(folder: string, options?: PagesOptions): Promise<ListeningServer> {
  return servePages(Promise.resolve(readPages(folder)), options);
}

function textResponse(status: number, message: string): CompleteResponse {
  return { status, headers: { "content-type": "text/plain" }, body: `${message}\n` };
}
