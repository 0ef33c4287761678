import { fetch } from "../fetch.ts";
/** Opens a session of the inspector with a code, an invitation or keys: the answer, and the cookie that a browser keeps. */
export async function openSession(url: string, given: object) {
  const response = await fetch(`${url}/_sandbox/inspector/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(given),
  });
  const cookie = `${response.headers.get("set-cookie")}`.split(";")[0] as string;
  return { status: response.status, text: await response.text(), cookie };
}
