import type { VNode } from "preact";
import type { PaymentDetails as Details } from "../../../generated/sandbox-control-types.ts";
import type { Payment } from "../../../generated/types.ts";
import { DOCUMENTS_PATH, PAY_PATH } from "../../sandbox/documents/document-urls.ts";
import { baseUrl, type Clients } from "../api.ts";
import { ActionButton, statusProblem } from "../components/action-button.tsx";
import { ListLink, Loading, Section } from "../components/layout.tsx";
import { List } from "../components/list.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import type { Column } from "../components/table.tsx";
import { Timeline } from "../components/timeline.tsx";
import { Copy, Fields, Money, ResourceLink, Status, Time } from "../components/values.tsx";
import { formOf, transitions } from "../contract.ts";
import { inLanguage, texts, withMeaning } from "../language.ts";
import { useData } from "../live-data.ts";
import type { Route } from "../router.ts";

const columns = (): Column<Payment>[] => [
  { title: texts.payments.payment, cell: ({ id }) => <ResourceLink type="payment" id={id} /> },
  { title: texts.words.status, cell: ({ status }) => <Status value={status} /> },
  { title: texts.payments.method, cell: ({ paymentMethod }) => withMeaning(paymentMethod) },
  {
    title: texts.words.amount,
    isNumber: true,
    cell: ({ amount }) => <Money centavos={amount} />,
  },
  {
    title: texts.payments.buyer,
    cell: ({ buyerDetails }) => `${buyerDetails.firstName} ${buyerDetails.lastName}`,
  },
  { title: texts.words.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

export function Payments({ route }: { route: Route }) {
  return (
    <List
      route={route}
      title={texts.all.payments}
      operation={{ api: "service", id: "payments.list" }}
      columns={columns()}
      keyOf={({ id }) => id}
      empty={texts.payments.nothing}
      actions={<OperationButton api="service" id="payments.create" example="pix" />}
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
            <div class="columns">
              <Section title={texts.payments.payment} actions={<Status value={data.status} />}>
                <p class="amount">
                  <Money centavos={data.amount} />
                </p>
                <PaymentActions payment={data} details={details.data} />
              </Section>
              <HowToPay payment={data} />
              <BuyerPage details={details.data} />
            </div>
            <Timeline resourceId={id} />
            <Section title={texts.words.data}>
              {details.data && <SandboxDetails details={details.data} />}
              <Fields value={data} kinds={returns} />
            </Section>
          </>
        )}
      </Loading>
    </>
  );
}

const { returns } = formOf("service", "payments.get");

/** What the sandbox knows of a payment, and the service does not say. */
function SandboxDetails({ details }: { details: Details }) {
  const { customerId, subscriptionId, anticipated } = details;
  const { returns } = formOf("control", "payments.getDetails");
  return <Fields value={{ customerId, subscriptionId, anticipated }} kinds={returns} />;
}

/** Something that can become of a payment. */
interface PaymentAction {
  label: string;
  /** Why it is impossible now. */
  problem: string | VNode | undefined;
  run: (clients: Clients) => Promise<unknown>;
}

/** What is possible now, and folded below it what is not, with the reasons. */
function PaymentActions(props: { payment: Payment; details: Details | undefined }) {
  const { payment, details } = props;
  const actions = [...changesOf(payment, details), anticipationOf(payment, details)];
  const impossible = actions.filter(({ problem }) => problem !== undefined);
  return (
    <>
      <ul class="choices">
        {actions
          .filter(({ problem }) => problem === undefined)
          .map((action) => (
            <li key={action.label}>
              <ActionButton {...action} />
            </li>
          ))}
      </ul>
      <details>
        <summary>{texts.payments.impossible(impossible.length)}</summary>
        <ul class="impossible">
          {impossible.map(({ label, problem }) => (
            <li key={label}>
              {label} <small>{problem}</small>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** The changes of status that the contract allows. */
function changesOf(payment: Payment, details: Details | undefined): PaymentAction[] {
  const changes = (transitions.PaymentStatus ?? []).filter(({ from }) => from !== null);
  return changes.map(({ from, to, trigger, paymentMethods }) => {
    const isRefund = trigger === REFUND;
    return {
      label: `${isRefund ? texts.payments.refund : inLanguage(trigger).replace(/\.$/, "")} → ${to}`,
      problem:
        methodProblem(payment, paymentMethods) ??
        statusProblem(payment.status, [from ?? []].flat()) ??
        (isRefund ? refundProblem(details) : undefined),
      run: ({ service, control }) =>
        isRefund
          ? service.payments.refund({ transactionId: payment.id })
          : control.payments.setStatus(payment.id, { status: to as Payment["status"] }),
    };
  });
}

/** The operation that causes a change of status. All others are causes outside of the interface. */
const REFUND = "payments.refund";

function refundProblem(details: Details | undefined): PaymentAction["problem"] {
  if (!details) return texts.payments.reading;
  const { refundRefused } = details;
  return refundRefused ? <span lang="pt-BR">{refundRefused.message}</span> : undefined;
}

function methodProblem(
  { paymentMethod }: Payment,
  methods: string[] = [paymentMethod],
): string | undefined {
  return methods.includes(paymentMethod)
    ? undefined
    : texts.payments.wrongMethod(
        withMeaning(paymentMethod),
        methods.map(withMeaning).join(` ${texts.values.or} `),
      );
}

function anticipationOf(payment: Payment, details: Details | undefined): PaymentAction {
  return {
    label: texts.payments.anticipate,
    problem:
      methodProblem(payment, ["card"]) ??
      statusProblem(payment.status, ["SUCCEEDED"]) ??
      (details ? undefined : texts.payments.reading) ??
      (details?.anticipated ? texts.payments.anticipated : undefined),
    run: ({ control }) => control.payments.anticipate(payment.id),
  };
}

/** The QR picture of a PIX, or the billet. */
function HowToPay({ payment }: { payment: Payment }) {
  if (payment.paymentMethod === "card") return null;
  const titled = (title: string) =>
    payment.status === "PENDING" ? title : texts.payments.notPayable(title);
  if (payment.paymentMethod === "pix") {
    const { qrCodeUrl, brCode } = payment.pixDetails;
    return (
      <Section
        title={titled(texts.payments.qrCode)}
        actions={<Copy text={brCode} label={texts.payments.copyCode} />}
      >
        <img
          class="qr"
          src={onThisOrigin(qrCodeUrl)}
          alt={texts.payments.qrCodeOf}
          width="200"
          height="200"
        />
      </Section>
    );
  }
  const { pdfUrl, digitableLine } = payment.billetDetails;
  return (
    <Section
      title={titled(texts.payments.billet)}
      actions={<Copy text={digitableLine} label={texts.payments.copyLine} />}
    >
      <p>
        <code class="long">{digitableLine}</code>
      </p>
      <p>
        <a href={onThisOrigin(pdfUrl)} target="_blank" rel="noreferrer">
          {texts.payments.openBillet}
        </a>
      </p>
    </Section>
  );
}

/** The page on which a tester plays the buyer, if there is something to play. */
function BuyerPage({ details }: { details: Details | undefined }) {
  const { buyerPageUrl: page, buyerPageQrCodeUrl: picture } = details ?? {};
  if (!page || !picture) return null;
  return (
    <Section
      title={texts.payments.playBuyer}
      actions={<Copy text={page} label={texts.words.copyLink} />}
    >
      <img
        class="qr"
        src={onThisOrigin(picture, PAY_PATH)}
        alt={texts.payments.buyerQrCode}
        width="200"
        height="200"
      />
      <p>
        <a href={onThisOrigin(page, PAY_PATH)} target="_blank" rel="noreferrer">
          {texts.payments.openBuyerPage}
        </a>
      </p>
      <p>
        <small>{texts.payments.buyerPageNote}</small>
      </p>
    </Section>
  );
}

/** The sandbox names its files and pages by its public address. The page may have another, so it uses its own. */
function onThisOrigin(url: string, path = DOCUMENTS_PATH): string {
  return baseUrl + url.slice(url.indexOf(path));
}
