import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { createControl, type SandboxOptions } from "../../../src/sandbox-node/index.ts";
import { fetch, Shop, startSandbox } from "../company-fixture.ts";
import { control } from "../contract-examples.ts";
import { openSession } from "./inspector-session.ts";

const OPERATOR_KEY = "the operator's key";

interface Request {
  method?: string;
  path: string;
  json?: unknown;
  text?: string;
}

/** The contract's example of a state file. */
const emptyState = String(
  control
    .at("paths", "/_sandbox/state", "put", "requestBody", "content", "application/x-ndjson")
    .at("examples", "empty", "value").value,
);

/** What each row of the table stands for, about a company. */
const requests: Record<
  string,
  (companyId: string, invitationId: string, payPath: string) => Request[]
> = {
  "list all companies": () => [{ path: "/_sandbox/companies" }],
  "create a company": () => [{ method: "POST", path: "/_sandbox/companies" }],
  "delete a company": (id) => [{ method: "DELETE", path: `/_sandbox/companies/${id}` }],
  "name the company": () => [{ method: "PATCH", path: "/_sandbox/company", json: { name: "A" } }],
  "rotate its keys": () => [{ method: "POST", path: "/_sandbox/company/keys" }],
  "invite to its inspector": () => [{ method: "POST", path: "/_sandbox/invitations" }],
  "revoke an invitation": (_, id) => [{ method: "DELETE", path: `/_sandbox/invitations/${id}` }],
  "use its payments and customers": () => [{ path: "/payments" }, { path: "/customers" }],
  "read its timeline": () => [{ path: "/_sandbox/events" }, { path: "/_sandbox/requests" }],
  "move its clock, reset it": () => [
    { method: "POST", path: "/_sandbox/clock/advance", json: { seconds: 1 } },
    { method: "POST", path: "/_sandbox/reset" },
  ],
  "export its data, import data into it": () => [
    { path: "/_sandbox/state" },
    { method: "PUT", path: "/_sandbox/state", text: emptyState },
  ],
  "copy its keys again": (id) => [{ path: `/_sandbox/inspector/companies/${id}/keys` }],
  "play the buyer of a payment, with the address of its page": (_, __, path) => [{ path }],
};

type Headers = Record<string, string>;

/** What each column sends. All but a program with a token name the company, as the page and the operator do. */
const callers: Record<string, (given: Given) => Promise<Headers>> = {
  operator: async ({ companyId, isShared }) => ({
    ...(isShared && { "x-operator-key": OPERATOR_KEY }),
    "x-sandbox-company": companyId,
  }),
  "session of the operator": async ({ url, code, companyId }) => ({
    ...(await sessionOf(url, { code })),
    "x-sandbox-company": companyId,
  }),
  "token of the company": async ({ shop }) => ({ authorization: `Bearer ${await shop.token()}` }),
  "session of the company": async ({ url, companyId, invitation }) => ({
    ...(await sessionOf(url, { invitation })),
    "x-sandbox-company": companyId,
  }),
  "another company": async ({ url, other, companyId }) => ({
    ...(await sessionOf(url, other.keys)),
    "x-sandbox-company": companyId,
  }),
  nobody: async ({ companyId }) => ({ "x-sandbox-company": companyId }),
};

interface Given {
  url: string;
  code: string;
  shop: Shop;
  other: Shop;
  companyId: string;
  /** The token of one. */
  invitation: string;
  invitationId: string;
  /** The page of a payment, or a path of that form. */
  payPath: string;
  isShared: boolean;
}

const NO_KEY: SandboxOptions = {};
const SHARED: SandboxOptions = { shared: true, operatorKey: OPERATOR_KEY };

async function given(options: SandboxOptions): Promise<Given> {
  const { url, inspectorUrl, control, close } = await startSandbox(options);
  onTestFinished(close);
  const operatorKey = options.operatorKey ?? "none";
  const [{ data: keys }, { data: others }] = [
    await control.companies.create({}, { operatorKey }),
    await control.companies.create({}, { operatorKey }),
  ];
  const own = createControl({ baseUrl: url, ...keys, fetch });
  const { data } = await own.invitations.create();
  // The company itself stays empty: that is how it takes a state file.
  const other = new Shop(url, others);
  const { id } = await other.pay("pix");
  const { buyerPageUrl } = (await other.control.payments.getDetails(id)).data;
  return {
    url,
    code: inspectorUrl.split("#code=")[1] ?? "",
    shop: new Shop(url, keys),
    other,
    companyId: keys.companyId,
    invitation: data.invitationUrl.split("#invitation=")[1] ?? "",
    invitationId: (await own.invitations.create()).data.invitationId,
    payPath: new URL(buyerPageUrl ?? "/_sandbox/pay/none", url).pathname,
    isShared: options.shared === true,
  };
}

async function sessionOf(url: string, credentials: object): Promise<Headers> {
  const { status, cookie } = await openSession(url, credentials);
  expect(status).toBe(200);
  return { cookie };
}

/** The cells of the table in SECURITY.md. */
function cells(): [what: string, who: string, may: string][] {
  const text = readFileSync("SECURITY.md", "utf8");
  const [, section = ""] = text.split("## Who may do what in a sandbox");
  const rows = section.split("\n## ")[0]?.match(/^\|.*\|$/gm) ?? [];
  const [head = [], , ...body] = rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((each) => each.trim()),
  );
  return body.flatMap(([what = "", ...marks]) =>
    marks.map((may, at): [string, string, string] => [what, head[at + 1] ?? "", may]),
  );
}

test("the table of SECURITY.md has each row and each column once", () => {
  const all = cells();
  expect([...new Set(all.map(([what]) => what))]).toEqual(Object.keys(requests));
  expect([...new Set(all.map(([, who]) => who))]).toEqual(Object.keys(callers));
  expect(all).toHaveLength(Object.keys(requests).length * Object.keys(callers).length);
});

describe.each([
  ["a shared sandbox", SHARED],
  ["a plain sandbox", NO_KEY],
])("in %s", (_, options) => {
  test.each(cells())("%s: %s: %s", async (what, who, may) => {
    const about = await given(options);
    const { url, companyId, invitationId, payPath, isShared } = about;
    const headers = (await callers[who]?.(about)) ?? {};
    const isAllowed = may === "yes" || (may === "plain" && !isShared);
    for (const { method = "GET", path, json, text } of requests[what]?.(
      companyId,
      invitationId,
      payPath,
    ) ?? []) {
      const content = json === undefined ? text : JSON.stringify(json);
      const body = content === undefined ? {} : { body: content };
      const sent = {
        ...headers,
        ...(json !== undefined && { "content-type": "application/json" }),
      };
      const { status } = await fetch(url + path, { method, headers: sent, ...body });
      expect(isAllowed ? status : status === 401 || status === 404, `${path} ${status}`).toBe(
        isAllowed ? 200 : true,
      );
    }
  });
});
