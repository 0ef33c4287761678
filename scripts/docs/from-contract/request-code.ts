/** A request as each language writes it. */
export interface SampleRequest {
  /** The server that the code calls unless the environment names another. */
  server: string;
  method: string;
  /** With the ids and the required query. */
  path: string;
  needsToken: boolean;
  /** Besides the token and the type of the body. */
  headers: readonly [name: string, value: string][];
  body: unknown;
}

export function python(request: SampleRequest): string {
  const { server, method, path, needsToken, headers: others, body } = request;
  const headers = [
    ...(needsToken ? ['"Authorization": f"Bearer {token}"'] : []),
    ...others.map(([name, value]) => `"${name}": ${pythonValue(value)}`),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  return lines(
    "import json",
    "import os",
    "from urllib.error import HTTPError",
    "from urllib.request import Request, urlopen",
    "",
    `url = os.environ.get("CENTAVO_URL", "${server}")`,
    needsToken && 'token = os.environ.get("CENTAVO_TOKEN", "any-for-the-mock")',
    body !== undefined && `body = ${pythonValue(body)}`,
    "",
    "request = Request(",
    `    url + "${path}",`,
    `    method="${method}",`,
    `    headers={${headers.join(", ")}},`,
    body !== undefined && "    data=json.dumps(body).encode(),",
    ")",
    "try:",
    "    with urlopen(request, timeout=30) as response:",
    "        print(response.status, json.load(response))",
    "except HTTPError as error:",
    "    print(error.code, json.load(error))",
  );
}

export function php(request: SampleRequest): string {
  const { server, method, path, needsToken, headers: others, body } = request;
  const headers = [
    ...(needsToken ? ['"Authorization: Bearer $token"'] : []),
    ...others.map(([name, value]) => phpValue(`${name}: ${value}`)),
    ...(body === undefined ? [] : ['"Content-Type: application/json"']),
  ];
  return lines(
    "<?php",
    `$url = getenv("CENTAVO_URL") ?: "${server}";`,
    needsToken && '$token = getenv("CENTAVO_TOKEN") ?: "any-for-the-mock";',
    body !== undefined && `$body = ${phpValue(body)};`,
    "",
    `$request = curl_init($url . "${path}");`,
    "curl_setopt_array($request, [",
    "    CURLOPT_RETURNTRANSFER => true,",
    "    CURLOPT_TIMEOUT => 30,",
    `    CURLOPT_CUSTOMREQUEST => "${method}",`,
    headers.length > 0 && `    CURLOPT_HTTPHEADER => [${headers.join(", ")}],`,
    body !== undefined && "    CURLOPT_POSTFIELDS => json_encode($body),",
    "]);",
    "$response = curl_exec($request);",
    "if ($response === false) {",
    "    throw new RuntimeException(curl_error($request));",
    "}",
    'echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), " ", $response, "\\n";',
  );
}

/** The lines of a program, without those that it does not need. */
function lines(...all: (string | false)[]): string {
  return all.filter((line) => line !== false).join("\n");
}

function pythonValue(value: unknown): string {
  return inWords(JSON.stringify(value, null, 4), { true: "True", false: "False", null: "None" });
}

/** JSON as PHP: arrays for objects, except for an empty one, which PHP would write as a list. */
function phpValue(value: unknown): string {
  const code = inWords(JSON.stringify(value, null, 4), {
    "{}": "new stdClass()",
    "{": "[",
    "}": "]",
    ":": " =>",
  });
  return code.replaceAll("$", "\\$");
}

/** JSON with other words and signs, outside of its texts. */
function inWords(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/("(?:[^"\\]|\\.)*")|\{\}|[{}:]|\b(?:true|false|null)\b/g, (found) =>
    found.startsWith('"') ? found : (words[found] ?? found),
  );
}
