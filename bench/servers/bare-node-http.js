import { readFileSync } from "node:fs";
import { createServer } from "node:http";

// The least that a server does: it answers every request with the same bytes, and looks at none.
const { headers, body } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const bytes = Buffer.from(body);

const server = createServer((request, response) => {
  const answer = () => {
    response.writeHead(200, headers);
    response.end(bytes);
  };
  // A body has to be taken in before it can be answered.
  if (request.method === "POST") request.resume().on("end", answer);
  else answer();
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port} `);
});
