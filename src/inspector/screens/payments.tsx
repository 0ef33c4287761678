import type { PaymentDetails } from "../../../generated/sandbox-control-types.ts";
import type { Payment } from "../../../generated/types.ts";
import { DOCUMENTS_PATH, PAY_PATH } from "../../sandbox/documents/document-urls.ts";
import { baseUrl } from "../api.ts";
import { ActionButton } from "../components/action-button.tsx";
import { BuyerFrame } from "../components/buyer-frame.tsx";
import { Loading } from "../components/layout.tsx";
import { Copy } from "../components/values.tsx";
import { texts, withMeaning } from "../language.ts";
import { useSession } from "../live-data.ts";
import type { Resource } from "../resource.ts";
import { useFile } from "../use-file.ts";

type Data = Payment & PaymentDetails;

export const payments: Resource<Data> = {
  type: "payment",
  list: { api: "service", id: "payments.list" },
  create: [{ api: "service", id: "payments.create", example: "pix" }],
  get: { api: "service", id: "payments.get" },
  details: "payments.getDetails",
  statuses: "PaymentStatus",
  refusals: { "payments.refund": ({ refundRefused }) => refundRefused?.message },
  hasPostbacks: true,
  columns: ["id", "status", "paymentMethod", "amount", "buyer", "createdAt"],
  cells: {
    paymentMethod: ({ paymentMethod }) => withMeaning(paymentMethod),
    buyer: ({ buyerDetails }) => `${buyerDetails.firstName} ${buyerDetails.lastName}`,
  },
  Extra: OfPayment,
  elsewhere: ["paymentId", "refundRefused", "buyerPageUrl", "buyerPageQrCodeUrl"],
};

function OfPayment({ data }: { data: Data }) {
  const { id, status, paymentMethod, anticipated } = data;
  return (
    <>
      {paymentMethod === "card" && status === "SUCCEEDED" && !anticipated && (
        <ActionButton
          label={texts.payments.anticipate}
          run={({ control }) => control.payments.anticipate(id)}
        />
      )}
      <HowToPay payment={data} />
      <BuyerPage payment={data} />
    </>
  );
}

/** The code of a Pix with its picture, pale once nobody can pay it, or the line and the file of a boleto. */
function HowToPay({ payment }: { payment: Payment }) {
  if (payment.paymentMethod === "pix") {
    const { qrCodeUrl, brCode } = payment.pixDetails;
    return (
      <div class={payment.status === "PENDING" ? "actions" : "actions past"}>
        <Picture url={qrCodeUrl} path={DOCUMENTS_PATH} label={texts.payments.qrCodeOf} />
        <Copy text={brCode} label={texts.payments.copyCode} />
      </div>
    );
  }
  if (payment.paymentMethod !== "billet") return null;
  const { pdfUrl, digitableLine } = payment.billetDetails;
  return (
    <>
      <p>
        <code class="long">{digitableLine}</code>
      </p>
      <div class="actions">
        <Copy text={digitableLine} label={texts.payments.copyLine} />
        <BilletLink url={pdfUrl} />
      </div>
    </>
  );
}

/** The page on which a tester plays the buyer, if there is something to play: with a server, at an address of its own. */
function BuyerPage({ payment }: { payment: PaymentDetails }) {
  const { hasSession } = useSession().people;
  const { buyerPageUrl: page, buyerPageQrCodeUrl: picture } = payment;
  if (!page || !picture) return null;
  if (!hasSession)
    return (
      <details>
        <summary>{texts.payments.playBuyer}</summary>
        <BuyerFrame path={page.slice(page.indexOf(PAY_PATH))} />
      </details>
    );
  return (
    <details>
      <summary>{texts.payments.playBuyer}</summary>
      <div class="actions">
        <Picture url={picture} path={PAY_PATH} label={texts.payments.buyerQrCode} />
        <a href={baseUrl + page.slice(page.indexOf(PAY_PATH))} target="_blank" rel="noreferrer">
          {texts.payments.openBuyerPage}
        </a>
        <Copy text={page} label={texts.words.copyLink} />
      </div>
      <small>{texts.payments.buyerPageNote}</small>
    </details>
  );
}

function Picture({ url, path, label }: { url: string; path: string; label: string }) {
  return (
    <Loading of={useFile(url, path)}>
      {(address) => <img class="qr" src={address} alt={label} />}
    </Loading>
  );
}

function BilletLink({ url }: { url: string }) {
  return (
    <Loading of={useFile(url, DOCUMENTS_PATH)}>
      {(address) => (
        <a href={address} target="_blank" rel="noreferrer">
          {texts.payments.openBillet}
        </a>
      )}
    </Loading>
  );
}
