interface RunningSandbox {
  url: string;
  publicKey: string;
  privateKey: string;
}

/** Two commands that work in any shell when you paste them: they get a token and list the payments. */
export function curlExample({ url, publicKey, privateKey }: RunningSandbox): string[] {
  const keys = JSON.stringify({ publicKey, privateKey });
  const getToken = `curl -s ${url}/auth -H 'Content-Type: application/json' -d '${keys}'`;
  return [
    `TOKEN=$(${getToken} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')`,
    `curl -H "Authorization: Bearer $TOKEN" ${url}/payments`,
  ];
}
