import type { Operations } from "../notation.ts";

export const operations: Operations = {
  "auth.createToken": {
    call: "POST /auth",
    bearer: false,
    body: { "publicKey privateKey": "string" },
    data: { "access_token! refresh_token!": "string", "expires_in!": "<seconds>s" },
    message: "string",
  },
};
