import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { contractForms } from "../../scripts/generate/inspector-forms.ts";
import { createCentavo } from "../../src/client/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { START } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";

// The page has its forms from its bundle, and its language from a browser.
vi.stubGlobal("CONTRACT_FORMS", contractForms());
vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
const { callOperation, clientsOf, fetchFrom, speakTo } = await import("../../src/inspector/api.ts");
const { formOf } = await import("../../src/inspector/contract.ts");
const { LiveEvents } = await import("../../src/inspector/live-data.ts");

// The next file of this worker is in no page.
afterAll(() => void vi.unstubAllGlobals());

/** What a page without a server gives to the inspector: a sandbox, and a fetch that says who asks. */
async function openWithoutServer() {
  const sandbox = await createSandbox({ clock: START });
  onTestFinished(sandbox.close);
  const { data } = await createCentavo({ baseUrl: sandbox.url, ...sandbox }).auth.createToken({
    publicKey: sandbox.publicKey,
    privateKey: sandbox.privateKey,
  });
  const authorization = `Bearer ${data.access_token}`;
  speakTo({
    baseUrl: sandbox.url,
    fetch: (request) =>
      sandbox.fetch(
        new Request(request, { headers: [...request.headers, ["authorization", authorization]] }),
      ),
  });
  const [company] = (await sandbox.control.companies.list()).data;
  return { sandbox, clients: clientsOf(company?.companyId ?? "") };
}

test("the inspector reads, writes and follows a sandbox that is a function, without a session", async () => {
  const { sandbox, clients } = await openWithoutServer();
  const globalFetch = vi.spyOn(globalThis, "fetch");
  const live = new LiveEvents(clients);
  onTestFinished(() => live.close());
  await expect.poll(() => live.connection).toBe("live");

  const before = live.version;
  const { data } = await callOperation(clients, "service", formOf("service", "payments.create"), {
    parameters: {},
    body: body("payments.create", "pix"),
  });
  const { id, pixDetails } = data as { id: string; pixDetails: { qrCodeUrl: string } };
  await expect.poll(() => live.version).toBeGreaterThan(before);
  const { data: payments } = await clients.service.payments.list();
  expect(payments.map((payment) => payment.id)).toEqual([id]);
  const picture = await fetchFrom(pixDetails.qrCodeUrl.slice(sandbox.url.length));
  expect(picture.headers.get("content-type")).toBe("image/png");

  // What the page reads is not among the requests of programs.
  const { data: requests } = await clients.control.requests.list();
  expect(requests.map(({ operationId }) => operationId)).toEqual(["payments.create"]);
  expect(globalFetch).not.toHaveBeenCalled();
});
