import service from "centavo/openapi.json" with { type: "json" };
import { startSandbox } from "centavo/sandbox";
import control from "centavo/sandbox-control.json" with { type: "json" };

// Sends each example request of both contracts to a sandbox that holds the examples. Prints the responses that
// show a defect.
const sandbox = await startSandbox({ examples: true });
const headers = { "content-type": "application/json", accept: "application/json" };
/** State files are no JSON, and new keys would end the token. */
const SKIPPED = /^(state\.|company\.rotateKeys$)/;
const defects = [];
let sent = 0;

const [keys] = bodiesOf(service, service.paths["/auth"].post);
headers.authorization = `Bearer ${(await send("POST", "/auth", keys)).access_token}`;
const { snapshotId } = await send("POST", "/_sandbox/snapshots");
for (const document of [service, control]) {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId === undefined || SKIPPED.test(operation.operationId)) continue;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const examples = new Map(
        parameters
          .map((each) => follow(document, each))
          .map(({ name, example }) => [name, example]),
      );
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => examples.get(name));
      for (const body of bodiesOf(document, operation)) {
        await restore();
        await send(method.toUpperCase(), target, body);
      }
    }
  }
}

await sandbox.close();

console.log(JSON.stringify({ defects, enough: sent > 140 }));

/** An operation may reset the company, advance its clock or inject faults. */
async function restore() {
  await send("POST", `/_sandbox/snapshots/${snapshotId}/restore`);
}

async function send(method, path, body) {
  const response = await fetch(sandbox.url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  sent += 1;
  const text = await response.text();
  if (response.headers.has("x-defect-id")) defects.push(`${method} ${path} ${text}`);
  return JSON.parse(text).data;
}

/** The example bodies of an operation, or nothing for one that takes no body. */
function bodiesOf(document, { requestBody }) {
  if (!requestBody) return [undefined];
  const { examples } = follow(document, requestBody).content["application/json"];
  return Object.values(examples).map((example) => follow(document, example).value);
}

function follow(document, value) {
  if (!("$ref" in value)) return value;
  const [, ...keys] = value.$ref.split("/");
  return keys.reduce((part, key) => part[key], document);
}
