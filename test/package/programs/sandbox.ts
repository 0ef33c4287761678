import { createCentavo, isReturnCode, type Payment, ServiceError } from "centavo";
import {
  AddressError,
  type Clock,
  type Control,
  OptionError,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from "centavo/sandbox";

const options: SandboxOptions = { clock: "2026-03-02T12:00:00Z", seed: 1 };
const sandbox: Sandbox = await startSandbox(options);
const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
const control: Control = sandbox.control;

const { data: created } = await centavo.payments.create({
  paymentType: "pix",
  billingData: { amount: 4990 },
  customerData: {
    firstName: "Maria",
    lastName: "Souza",
    email: "maria.souza@example.com",
    document: "39053344705",
    remoteIpv4: "203.0.113.7",
    address: {
      street: "Avenida Paulista",
      streetNumber: 1000,
      zipcode: "01310100",
      neighborhood: "Bela Vista",
      city: "São Paulo",
      state: "SP",
      complement: "",
    },
  },
});
await control.payments.setStatus(created.id, { status: "PAID" });
const { data: payment }: { data: Payment } = await centavo.payments.get(created.id);
const { data: clock }: { data: Clock } = await control.clock.advance({ days: 1 });

/** What a call fails with. */
function failure(call: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(call).then(
    () => undefined,
    (error: unknown) => error,
  );
}

const nobody = "00000000-0000-4000-8000-000000000000";
const unknown = await failure(centavo.payments.get(nobody));
const backwards = await failure(control.clock.advance({ days: -1 }));
const port = Number(new URL(sandbox.url).port);
const inUse = await failure(startSandbox({ port }));
const unopened = await failure(startSandbox({ db: "/" }));
await sandbox.close();
const ended = await failure(fetch(sandbox.url));

// Were the types lost on the way, all of these would compile.
// @ts-expect-error: a port is a number
export const wrongOption: SandboxOptions = { port: "4020" };
// @ts-expect-error: there is no such operation
export const unknownControl = () => control.clock.stop();

console.log(
  JSON.stringify({
    status: payment.status,
    now: clock.now,
    unknown: isReturnCode(unknown, "PaymentNotFound"),
    backwards: backwards instanceof ServiceError && backwards.status,
    inUse: inUse instanceof AddressError && inUse.option,
    unopened: unopened instanceof OptionError && unopened.option,
    ended: ended !== undefined,
  }),
);
