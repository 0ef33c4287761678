import { paymentExample } from "../payment-example.ts";

interface RunningSandbox {
  url: string;
  publicKey: string;
  privateKey: string;
}

/** Two commands that work in any shell when you paste them: they get a token and create a PIX payment. */
export function curlExample({ url, publicKey, privateKey }: RunningSandbox): string[] {
  const token = `${post(`${url}/auth`, { publicKey, privateKey })} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/'`;
  const create = post(`${url}/payments`, paymentExample("pix"));
  return [`TOKEN=$(${token})`, `${create} -H "Authorization: Bearer $TOKEN"`];
}

function post(url: string, body: object): string {
  const quoted = JSON.stringify(body).replaceAll("'", "'\\''");
  return `curl -s ${url} -H 'Content-Type: application/json' -d '${quoted}'`;
}
