import { useState } from "preact/hooks";
import type { Event } from "../../../../generated/sandbox-control-types.ts";
import type { Payment } from "../../../../generated/types.ts";
import type { Clients } from "../api.ts";
import { EventList } from "../components/events.tsx";
import { Loading, Problem, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Filter, PAGE_SIZE, Pager, pageOf, Table } from "../components/table.tsx";
import { Copy, Fields, Money, ResourceLink, Status, Time } from "../components/values.tsx";
import { formOf, type Transition, transitions } from "../contract.ts";
import { useData, useSession } from "../live-data.ts";
import { addressOf, type Place } from "../router.ts";

const filters = formOf("service", "payments.list").parameters.filter(
  ({ name }) => name !== "page" && name !== "limit",
);

export function Payments({ place }: { place: Place }) {
  const query = { ...place.filters, page: pageOf(place), limit: PAGE_SIZE };
  const list = useData(({ service }) => service.payments.list(query as object), [query]);
  return (
    <Section
      title="All payments"
      actions={
        <OperationButton
          api="service"
          id="payments.create"
          example="pix"
          label="Create a payment"
        />
      }
    >
      <div class="filters">
        {filters.map(({ name, schema }) => (
          <Filter
            key={name}
            place={place}
            name={name}
            label={name}
            {...(schema.enum && { values: schema.enum })}
          />
        ))}
      </div>
      <Loading of={list}>
        {({ data, meta }) => (
          <>
            <Table
              label="Payments"
              rows={data}
              keyOf={({ id }) => id}
              empty="There are no payments. Create one here, or from your program."
              columns={[
                { title: "Payment", cell: ({ id }) => <ResourceLink type="payment" id={id} /> },
                { title: "Status", cell: ({ status }) => <Status value={status} /> },
                { title: "Method", cell: ({ paymentMethod }) => paymentMethod },
                {
                  title: "Amount",
                  isNumber: true,
                  cell: ({ amount }) => <Money centavos={amount} />,
                },
                {
                  title: "Buyer",
                  cell: ({ buyerDetails }) => `${buyerDetails.firstName} ${buyerDetails.lastName}`,
                },
                { title: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
              ]}
            />
            <Pager place={place} total={meta.total} />
          </>
        )}
      </Loading>
    </Section>
  );
}

export function PaymentDetails({ place }: { place: Place }) {
  const payment = useData(
    ({ service }) => service.payments.get(place.id).then(({ data }) => data),
    [place.id],
  );
  const details = useData(
    ({ control }) => control.payments.getDetails(place.id).then(({ data }) => data),
    [place.id],
  );
  const timeline = useData(({ control }) => timelineOf(control, place.id), [place.id]);
  return (
    <>
      <p>
        <a href={addressOf({ companyId: place.companyId, screen: "payments" })}>All payments</a> ·{" "}
        <code>{place.id}</code> <Copy text={place.id} />
      </p>
      <Loading of={payment}>
        {(payment) => (
          <>
            <Section title="What can become of it" actions={<Status value={payment.status} />}>
              <p class="amount">
                <Money centavos={payment.amount} />
              </p>
              <PaymentActions
                payment={payment}
                isAnticipated={details.data?.anticipated ?? false}
              />
            </Section>
            <HowToPay payment={payment} />
            <Section title="Timeline">
              <Loading of={timeline}>
                {(events) => (
                  <EventList events={events} empty="The timeline no longer has its events." />
                )}
              </Loading>
            </Section>
            <Section title="Data">
              {details.data && (
                <p>
                  <ResourceLink type="customer" id={details.data.customerId} />{" "}
                  {details.data.subscriptionId && (
                    <ResourceLink type="subscription" id={details.data.subscriptionId} />
                  )}
                </p>
              )}
              <Fields value={payment} />
            </Section>
          </>
        )}
      </Loading>
    </>
  );
}

/** The events of a resource in their order, with the requests that concern it. */
async function timelineOf(control: Clients["control"], resourceId: string): Promise<Event[]> {
  const { data } = await control.events.list({ resourceId, limit: 100 });
  return data.reverse();
}

/** A button for each change that the contract allows for the payment's method, with the reason if not now. */
function PaymentActions({ payment, isAnticipated }: { payment: Payment; isAnticipated: boolean }) {
  const possible = (transitions.PaymentStatus ?? []).filter(
    ({ from, paymentMethods = [payment.paymentMethod] }) =>
      from !== null && paymentMethods.includes(payment.paymentMethod),
  );
  return (
    <ul class="choices">
      {possible.map((transition) => (
        <li key={`${transition.from} ${transition.to}`}>
          <TransitionButton payment={payment} transition={transition} />
        </li>
      ))}
      {payment.paymentMethod === "card" && (
        <li>
          <ActionButton
            label="Anticipate its receivables"
            problem={
              isAnticipated
                ? "It is anticipated."
                : payment.status === "SUCCEEDED"
                  ? undefined
                  : `It is ${payment.status}, and only a SUCCEEDED payment has receivables.`
            }
            run={({ control }) => control.payments.anticipate(payment.id)}
          />
        </li>
      )}
    </ul>
  );
}

function TransitionButton({ payment, transition }: { payment: Payment; transition: Transition }) {
  const { from, to, trigger } = transition;
  const isRefund = trigger === "payments.refund";
  return (
    <ActionButton
      label={`${isRefund ? formOf("service", trigger).summary : trigger.replace(/\.$/, "")} → ${to}`}
      problem={
        [from].flat().includes(payment.status)
          ? undefined
          : `It is ${payment.status}, and this needs ${[from].flat().join(" or ")}.`
      }
      run={({ service, control }) =>
        isRefund
          ? service.payments.refund({ transactionId: payment.id })
          : control.payments.setStatus(payment.id, { status: to as Payment["status"] })
      }
    />
  );
}

interface ActionButtonProps {
  label: string;
  /** Why it cannot be done now. Undefined if it can. */
  problem?: string | undefined;
  run: (clients: Clients) => Promise<unknown>;
}

/** A button that calls an operation at once. If that is impossible, it says why instead. */
export function ActionButton({ label, problem, run }: ActionButtonProps) {
  const { clients } = useSession();
  const [state, setState] = useState<{ isBusy?: boolean; error?: Error }>({});
  const click = () => {
    if (problem !== undefined || state.isBusy) return;
    setState({ isBusy: true });
    run(clients).then(
      () => setState({}),
      (error: Error) => setState({ error }),
    );
  };
  return (
    <>
      <button
        type="button"
        aria-disabled={problem !== undefined || state.isBusy === true}
        onClick={click}
      >
        {label}
      </button>
      {problem && <small class="muted">{problem}</small>}
      {state.error && <Problem error={state.error} />}
    </>
  );
}

/** The QR picture of a PIX, or the billet. */
function HowToPay({ payment }: { payment: Payment }) {
  if (payment.paymentMethod === "card") return null;
  if (payment.paymentMethod === "pix") {
    const { qrCodeUrl, brCode } = payment.pixDetails;
    return (
      <Section title="QR code" actions={<Copy text={brCode} label="Copy the code" />}>
        <img
          class="qr"
          src={onThisOrigin(qrCodeUrl)}
          alt="The QR code of this PIX"
          width="200"
          height="200"
        />
      </Section>
    );
  }
  const { pdfUrl, digitableLine } = payment.billetDetails;
  return (
    <Section title="Billet" actions={<Copy text={digitableLine} label="Copy the line" />}>
      <p>
        <code class="long">{digitableLine}</code>
      </p>
      <p>
        <a href={onThisOrigin(pdfUrl)} target="_blank" rel="noreferrer">
          Open the billet as PDF
        </a>
      </p>
    </Section>
  );
}

/** The sandbox names its files by its public address. The page may reach it by another. */
function onThisOrigin(url: string): string {
  return new URL(new URL(url).pathname, location.origin).href;
}
