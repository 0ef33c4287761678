import { readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { createControl, type SandboxOptions } from "../../../src/sandbox-node/index.ts";
import { fetch, NOBODY, openSandbox, Shop, startSandbox } from "../company-fixture.ts";
import { body, shownError } from "../contract-examples.ts";
import { newFile } from "../database-file.ts";
import { openSession } from "./inspector-session.ts";

const operatorKey = "the key of whoever operates this sandbox";
const COMPANIES = "/_sandbox/inspector/companies";

/** A shared sandbox, a company in it, and what its operator sends in the place of that company. */
async function openShared(options: SandboxOptions = {}) {
  const sandbox = await openSandbox({ shared: true, operatorKey, ...options });
  const { companies } = sandbox.control;
  const { data: keys } = await companies.create(body("companies.create", "named"), { operatorKey });
  const shop = new Shop(sandbox.url, keys);
  const inPlace = { operatorKey, sandboxCompany: keys.companyId };
  const list = async () => (await companies.list({}, { operatorKey })).data;
  const control = createControl({ baseUrl: sandbox.url, ...sandbox.keys, fetch });
  return { url: sandbox.url, control, companies, shop, keys, inPlace, list };
}

async function statusOf(url: string, cookie: string, companyId: string): Promise<number> {
  const headers = { cookie, "x-sandbox-company": companyId };
  return (await fetch(`${url}/payments`, { headers })).status;
}

const tokenIn = (url: string) => url.split("#invitation=")[1] as string;

test("a company has a name and an owner, which the operator and the company change", async () => {
  const { shop, keys, inPlace, control, list } = await openShared();
  const named = { companyId: keys.companyId, ...body("companies.create", "named") };
  expect(await list()).toMatchObject([named, { name: null, owner: null }]);
  expect((await shop.control.company.update({ name: "  Padaria 🥖 " })).data.name).toBe(
    "Padaria 🥖",
  );
  await control.company.update({ owner: "Ana" }, inPlace);
  expect((await list())[0]).toMatchObject({ name: "Padaria 🥖", owner: "Ana" });
});

test.each([
  ["without characters", "", /visible/],
  ["of spaces", " \u2003", /visible/],
  ["with a line break", "a\nb", /control/],
  ["with NUL", "\u0000", /control/],
  ["that turns the direction of text", "a\u202eb", /control/],
  ["with an escape sequence", "\u009b31m", /control/],
  ["of 101 characters", "x".repeat(101), /at most 100/],
  ["of 10,000 characters", "x".repeat(10_000), /at most 100/],
])("a name %s is refused in one sentence", async (_, name, problem) => {
  const { shop, list } = await openShared();
  const refused = { status: 400, messages: [expect.stringMatching(problem)] };
  await expect(shop.control.company.update({ name })).rejects.toMatchObject(refused);
  expect((await list())[0]?.name).toBe("Loja da Ana");
});

test("a rotation ends the keys, the tokens, the sessions and the invitations so far", async () => {
  const { url, shop, keys, inPlace, control } = await openShared();
  const { cookie } = await openSession(url, keys);
  const { data: invitation } = await shop.control.invitations.create();
  const token = await shop.token();
  const { data: rotated } = await control.company.rotateKeys(inPlace);
  expect(rotated).toMatchObject({ companyId: keys.companyId, publicKey: keys.publicKey });
  await expect(new Shop(url, keys).token()).rejects.toMatchObject(
    shownError("auth.createToken", "WrongKeys"),
  );
  expect((await shop.send("GET", "/payments", { token })).status).toBe(401);
  expect(await statusOf(url, cookie, keys.companyId)).toBe(401);
  expect((await openSession(url, keys)).status).toBe(401);
  const used = { invitation: tokenIn(invitation.invitationUrl) };
  expect((await openSession(url, used)).status).toBe(401);
  const renewed = new Shop(url, rotated);
  await renewed.pay("pix");
  const { status, cookie: next } = await openSession(url, rotated);
  expect([status, await statusOf(url, next, keys.companyId)]).toEqual([200, 200]);
});

test("neither a restore nor a reset changes who a company is", async () => {
  const { shop, keys, list } = await openShared();
  const { data } = await shop.control.snapshots.create();
  await shop.control.company.update({ name: "Nova" });
  const renewed = new Shop(shop.url, (await shop.control.company.rotateKeys()).data);
  await renewed.control.invitations.create();
  const before = await list();
  await renewed.control.snapshots.restore(data.snapshotId);
  await renewed.control.company.reset();
  expect(await list()).toEqual(before);
  expect((await renewed.control.invitations.list()).data).toHaveLength(1);
  await expect(new Shop(shop.url, keys).token()).rejects.toThrow();
});

test("the operator's key opens the operator's session again, where that opens no data", async () => {
  const { url, keys } = await openShared();
  expect(await openSession(url, { operatorKey: "wrong" })).toMatchObject({ status: 401 });
  const used = { status: 401, text: expect.stringContaining("enter the operator's key") };
  expect(await openSession(url, { code: NOBODY })).toMatchObject(used);
  const { status, cookie } = await openSession(url, { operatorKey });
  expect(status).toBe(200);
  expect((await fetch(`${url}/_sandbox/companies`, { headers: { cookie } })).status).toBe(401);
  const asPage = { cookie, "x-sandbox-company": "operator" };
  expect((await fetch(`${url}/_sandbox/companies`, { headers: asPage })).status).toBe(200);
  expect(await statusOf(url, cookie, keys.companyId)).toBe(401);
  for (const options of [{ operatorKey }, {}]) {
    const plain = await openSandbox(options);
    expect(await openSession(plain.url, { operatorKey })).toMatchObject({ status: 401 });
  }
});

test.each([
  ["key", { operatorKey: "wrong", sandboxCompany: NOBODY }, /operator's key in x-operator-key is /],
  ["company", { operatorKey, sandboxCompany: "COMPANY" }, /correct x-sandbox-company/],
])("a wrong %s of the operator is named", async (_, given, problem) => {
  const { control } = await openShared();
  const refused = { status: 401, messages: [expect.stringMatching(problem)] };
  await expect(control.invitations.create(given)).rejects.toMatchObject(refused);
});

test("the last use is that of keys and tokens, and is written once an hour", async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-05-04T10:00:00Z") });
  const { shop, inPlace, control, list } = await openShared();
  const lastUse = async () => (await list())[0]?.lastUsedAt;
  await control.company.update({ name: "Unused" }, inPlace);
  expect(await lastUse()).toBeNull();
  await shop.pay("pix");
  vi.setSystemTime(Date.parse("2026-05-04T10:59:00Z"));
  await shop.pay("pix");
  expect(await lastUse()).toBe("2026-05-04T10:00:00.000Z");
  vi.setSystemTime(Date.parse("2026-05-04T11:00:00Z"));
  // A read is stored with the request log.
  await shop.control.clock.get();
  await shop.control.requests.list();
  expect(await lastUse()).toBe("2026-05-04T11:00:00.000Z");
});

test("a deleted company is gone at once for everybody, and is deleted once", async () => {
  const { url, companies, shop, keys, list } = await openShared();
  const { id } = await shop.pay("pix");
  const { cookie } = await openSession(url, keys);
  const token = await shop.token();
  const remove = () => companies.delete(keys.companyId, { operatorKey });
  const outcomes = await Promise.allSettled([remove(), remove()]);
  const notFound = shownError("companies.delete", "CompanyNotFound");
  expect(outcomes.toSorted((one) => (one.status === "fulfilled" ? -1 : 1))).toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: notFound },
  ]);
  expect((await shop.send("GET", `/payments/${id}`, { token })).status).toBe(401);
  expect(await statusOf(url, cookie, keys.companyId)).toBe(401);
  expect(
    (await fetch(`${url}/_sandbox/receiver/${keys.companyId}`, { method: "POST" })).status,
  ).toBe(404);
  expect(await list()).toHaveLength(1);
  await expect(companies.delete(NOBODY, { operatorKey })).rejects.toMatchObject(notFound);
});

test("a company is deleted while its clock advances, and nothing is reported as a defect", async () => {
  const { companies, shop, keys } = await openShared();
  const error = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => error.mockRestore());
  await shop.subscription();
  const advance = shop.control.clock.advance({ days: 365 });
  await companies.delete(keys.companyId, { operatorKey });
  await advance.catch((reason) => expect(reason).toMatchObject({ status: 401 }));
  expect(error).not.toHaveBeenCalled();
});

test("an invitation opens the inspector of one company once, within a day, unless it is revoked", async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"] });
  const { url, shop, keys, inPlace, control } = await openShared({
    publicUrl: "https://x.example",
  });
  const { data: first } = await control.invitations.create(inPlace);
  const prefix = `https://x.example/#invitation=${keys.companyId}.`;
  expect(first.invitationUrl).toMatch(prefix);
  const given = { invitation: tokenIn(first.invitationUrl) };
  const both = await Promise.all([openSession(url, given), openSession(url, given)]);
  const [opened, refused] = both.toSorted((one, other) => one.status - other.status);
  expect(refused).toMatchObject({ status: 401, text: expect.stringContaining("used before") });
  const [own = 0, other = 0] = await Promise.all(
    [keys.companyId, NOBODY].map((id) => statusOf(url, `${opened?.cookie}`, id)),
  );
  expect([own, other]).toEqual([200, 401]);

  const { data: second } = await shop.control.invitations.create();
  const { data: third } = await shop.control.invitations.create();
  await shop.control.invitations.revoke(second.invitationId);
  const revoked = { invitation: tokenIn(second.invitationUrl) };
  expect((await openSession(url, revoked)).status).toBe(401);
  expect((await shop.control.invitations.list()).data).toMatchObject([
    { invitationId: third.invitationId },
  ]);
  vi.setSystemTime(Date.now() + 86_400_000);
  expect((await openSession(url, { invitation: tokenIn(third.invitationUrl) })).status).toBe(401);
  for (const guess of ["", "x", `${keys.companyId}.${NOBODY}`, `${NOBODY}.${NOBODY}`])
    expect((await openSession(url, { invitation: guess })).status).toBe(401);
  // The timeline has the calls, but no token.
  const log = JSON.stringify(await shop.control.requests.list());
  expect(log).toContain("invitations.create");
  for (const { invitationUrl } of [first, second, third])
    expect(log).not.toContain(tokenIn(invitationUrl).slice(37));
});

test("a company keeps its latest 20 invitations, and of their tokens nothing but a hash", async () => {
  const db = newFile();
  const sandbox = await startSandbox({ db, shared: true, operatorKey });
  onTestFinished(sandbox.close);
  const control = createControl({ baseUrl: sandbox.url, ...sandbox });
  const urls = [];
  for (let count = 0; count < 21; count += 1)
    urls.push((await control.invitations.create()).data.invitationUrl);
  expect((await control.invitations.list()).data).toHaveLength(20);
  const statuses = await Promise.all(
    [urls[0], urls[1]].map((url) => openSession(sandbox.url, { invitation: tokenIn(`${url}`) })),
  );
  expect(statuses.map(({ status }) => status)).toEqual([401, 200]);
  const stored = [db, `${db}-wal`].map((file) => readFileSync(file, "latin1")).join("");
  for (const url of urls) expect(stored).not.toContain(tokenIn(url).slice(37));
});

test("in a shared sandbox, keys are shown once, and the operator's session opens no company", async () => {
  const sandbox = await startSandbox({ shared: true, operatorKey });
  onTestFinished(sandbox.close);
  const { url, inspectorUrl } = sandbox;
  const { cookie } = await openSession(url, { code: inspectorUrl.split("#code=")[1] });
  const get = async (path: string, companyId = "operator") => {
    const response = await fetch(url + path, {
      headers: { cookie, "x-sandbox-company": companyId },
    });
    return { status: response.status, ...(await response.json()) };
  };
  expect(await get(COMPANIES)).toMatchObject({ status: 200, data: [] });
  const { data: all } = await get("/_sandbox/companies");
  const [{ companyId }] = all;
  expect((await get("/payments", companyId)).data.message).toContain("create an invitation");
  expect((await get(`${COMPANIES}/${companyId}/keys`)).status).toBe(404);
  expect((await get("/_sandbox/invitations", companyId)).data).toEqual([]);
});
