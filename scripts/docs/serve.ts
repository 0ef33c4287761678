import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
};

/** Serves the files of a folder, as they are when it starts: no request can name another. */
export function serveFolder(folder: string, port: number, host: string): Promise<Server> {
  const pages = new Map(
    readdirSync(folder).map((name) => [
      name === "index.html" ? "/" : `/${name}`,
      { type: TYPES[extname(name)] ?? "text/plain", body: readFileSync(join(folder, name)) },
    ]),
  );
  const server = createServer(({ url = "/" }, response) => {
    const path = url.replace(/[?#].*/, "").replace(/\/index\.html$/, "/");
    const page = pages.get(path);
    if (page) response.writeHead(200, { "content-type": page.type }).end(page.body);
    else response.writeHead(404, { "content-type": "text/plain" }).end("Not found\n");
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}
