import { createServer } from "node:http";

// The minimal server: it sends the same bytes in response to every request, without reading any of them.
const bytes = Buffer.from(process.argv[2] ?? "");

const server = createServer((request, response) => {
  const respond = () => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(bytes);
  };
  // A body must be consumed before the response.
  if (request.method === "POST") request.resume().on("end", respond);
  else respond();
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${Object(server.address()).port} `);
});
