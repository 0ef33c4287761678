import type { CardCustomerData, CardData } from "../../client/index.ts";
import type { InProcessSandbox } from "../../sandbox/in-process-sandbox.ts";

/** How a buyer pays. */
export type OrderMethod = "card" | "storedCard" | "pix" | "billet";

/** What a buyer orders. The service has no field for a shop's order, so amount and e-mail belong to this order alone. */
export interface Order {
  /** @example "order-2" */
  id: string;
  method: OrderMethod;
  /** In centavos, another one for each order. */
  amount: number;
  /**
   * The buyer, with an e-mail and a tax id that no other order has. A buyer who pays by `storedCard` is a customer of the
   * service already.
   */
  buyer: CardCustomerData;
  /** What the buyer types at the checkout: a test card, which the service accepts or declines. */
  card: CardData;
}

/** What the shop believes of an order. What is left out is not checked. An order that the shop does not list is unpaid. */
export interface ShopOrder {
  /** The id of the order. */
  id: string;
  /** Whether the buyer has paid. It may stay true after a refund or a dispute. */
  paid: boolean;
  /** Whether the buyer has the money back. */
  refunded?: boolean;
  /** Whether a dispute is open, or was lost. */
  disputed?: boolean;
  /** Whether the goods have left. */
  shipped?: boolean;
}

/** The sandbox as the shop sees it. Spread it into the options of `createCentavo`. */
export interface ShopSandbox extends Pick<InProcessSandbox, "publicKey" | "privateKey" | "fetch"> {
  /** Leads nowhere: only `fetch` reaches the sandbox. */
  baseUrl: string;
  /** Its keys open nothing but the sandbox of one story. */
  allowBrowser: true;
  /** For the `postbackUrl` of payments. What is appended to it is kept. */
  postbackUrl: string;
}

/** Receives a postback, as the `fetch` of an application does. */
type PostbackFetch = (request: Request) => Response | Promise<Response>;

/** A shop: how to open it, what a buyer does, and what it believes. */
export interface Shop<Opened> {
  /** Opens a new shop for each story, on the sandbox's `fetch` and keys. */
  open(sandbox: ShopSandbox): Opened | Promise<Opened>;
  /** A click on "pay". A rejection is what the buyer sees as an error, and no failure by itself. */
  buy(shop: Opened, order: Order): unknown;
  /** Where the service's postbacks go: a `fetch` function, or the address of a server on this machine. */
  postbacks(shop: Opened): PostbackFetch | string;
  /** What the shop believes of its orders. */
  orders(shop: Opened): readonly ShopOrder[] | Promise<readonly ShopOrder[]>;
  /** A click on "refund" in the shop's back office. Without it, only the service refunds. */
  refund?(shop: Opened, order: Order): unknown;
  /** Ends the process of the shop without a warning and opens it again on its data. Its calls in progress get lost. */
  restart?(shop: Opened, sandbox: ShopSandbox): Opened | Promise<Opened>;
  /** Makes the shop's own database slow or failing, until it is called with "works". */
  database?(shop: Opened, state: "works" | "slow" | "fails"): unknown;
  /** All that the shop has logged. */
  logs?(shop: Opened): string | Promise<string>;
  /** Closes the shop at the end of its story. */
  close?(shop: Opened): unknown;
}
