import type { Payment } from "../../../../generated/types.ts";
import { DOCUMENTS_PATH } from "../../documents/document-urls.ts";
import { baseUrl } from "../api.ts";
import { ActionButton, statusProblem } from "../components/action-button.tsx";
import { ListLink, Loading, Section } from "../components/layout.tsx";
import { List } from "../components/list.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import type { Column } from "../components/table.tsx";
import { Timeline } from "../components/timeline.tsx";
import { Copy, Fields, Money, ResourceLink, Status, Time } from "../components/values.tsx";
import { formOf, type Transition, transitions } from "../contract.ts";
import { useData } from "../live-data.ts";
import type { Route } from "../router.ts";

const columns: Column<Payment>[] = [
  { title: "Payment", cell: ({ id }) => <ResourceLink type="payment" id={id} /> },
  { title: "Status", cell: ({ status }) => <Status value={status} /> },
  { title: "Method", cell: ({ paymentMethod }) => paymentMethod },
  { title: "Amount", isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
  {
    title: "Buyer",
    cell: ({ buyerDetails }) => `${buyerDetails.firstName} ${buyerDetails.lastName}`,
  },
  { title: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

export function Payments({ route }: { route: Route }) {
  return (
    <List
      route={route}
      title="All payments"
      operation={{ api: "service", id: "payments.list" }}
      columns={columns}
      keyOf={({ id }) => id}
      empty="There are no payments. Create one here, or from your program."
      actions={
        <OperationButton
          api="service"
          id="payments.create"
          example="pix"
          label="Create a payment"
        />
      }
    />
  );
}

export function PaymentDetails({ route }: { route: Route }) {
  const { id } = route;
  const payment = useData(({ service }) => service.payments.get(id).then(({ data }) => data), [id]);
  const details = useData(
    ({ control }) => control.payments.getDetails(id).then(({ data }) => data),
    [id],
  );
  return (
    <>
      <ListLink route={route} />
      <Loading of={payment}>
        {(data) => (
          <>
            <Section title="Payment" actions={<Status value={data.status} />}>
              <p class="amount">
                <Money centavos={data.amount} />
              </p>
              <PaymentActions payment={data} isAnticipated={details.data?.anticipated ?? false} />
            </Section>
            <HowToPay payment={data} />
            <Timeline resourceId={id} />
            <Section title="Data">
              {details.data && (
                <p>
                  <ResourceLink type="customer" id={details.data.customerId} />{" "}
                  {details.data.subscriptionId && (
                    <ResourceLink type="subscription" id={details.data.subscriptionId} />
                  )}
                </p>
              )}
              <Fields value={data} />
            </Section>
          </>
        )}
      </Loading>
    </>
  );
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
              isAnticipated ? "It is anticipated." : statusProblem(payment.status, ["SUCCEEDED"])
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
      problem={statusProblem(payment.status, [from ?? []].flat())}
      run={({ service, control }) =>
        isRefund
          ? service.payments.refund({ transactionId: payment.id })
          : control.payments.setStatus(payment.id, { status: to as Payment["status"] })
      }
    />
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

/** The sandbox names its files by its public address. The page may have another, so it uses its own. */
function onThisOrigin(url: string): string {
  return baseUrl + url.slice(url.indexOf(DOCUMENTS_PATH));
}
