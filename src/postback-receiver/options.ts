import type { Centavo } from "../../generated/client.ts";
import type { Payment, Withdrawal } from "../../generated/types.ts";
import type { Rejection } from "./rejection.ts";
import type { EventStore, StatusStore } from "./stores.ts";

/** The options of `createPostbackReceiver`. */
export interface PostbackReceiverOptions {
  /** The client that reads payments and withdrawals. */
  centavo: {
    payments: Pick<Centavo["payments"], "get">;
    withdrawals: Pick<Centavo["withdrawals"], "get">;
  };
  /**
   * The public address at which the receiver gets postbacks.
   * @example "https://shop.example/postbacks"
   */
  url: string;
  /**
   * Signs the URLs: at least 32 characters, which only your servers know. To replace it, pass a list: the
   * first one signs, and URLs that any of them signed are accepted.
   */
  secret: string | readonly string[];
  /**
   * Gets a payment after each change of its status, as the service has it now. If it throws, the sender tries again.
   * It can get the same status twice: if `updatedAt` has changed, because another process may have got a status in
   * between, and if the process ends before the stores have it. The next change of the same
   * payment waits for it, so it must end when the `signal` aborts, which it does after the `timeout`.
   */
  onPayment(payment: Payment, postback: ReceivedPostback, signal: AbortSignal): unknown;
  /** Gets a withdrawal after each change of its status. Without it, the response to a postback of a withdrawal is 501. */
  onWithdrawal?(withdrawal: Withdrawal, postback: ReceivedPostback, signal: AbortSignal): unknown;
  /**
   * Returns the id of the subaccount whose withdrawal has this reference: the service shows it to nobody else.
   * @default all withdrawals are the company's own
   */
  subaccountOf?(reference: string): string | undefined | Promise<string | undefined>;
  /**
   * What calls the hooks: each change of the status that is read, or each event. When the postback of an earlier change
   * is late, it reads the later status already: then the two changes are one call, but two events.
   * @default "change"
   */
  each?: "change" | "event";
  /**
   * Remembers the last status that a hook got of each payment and withdrawal, unless `each` is "event". Processes that
   * share the work share it.
   * @default of the latest 10,000 payments and withdrawals, in the memory of this process
   */
  statuses?: StatusStore;
  /**
   * Remembers the events that were handled, which are not read again.
   * @default none, or if `each` is "event" the latest 10,000, in the memory of this process
   */
  store?: EventStore;
  /**
   * Gets the error when the response to a postback is not 204.
   * @default prints the error if the status is 500 or higher
   */
  onError?(error: unknown, failure: PostbackFailure): unknown;
  /**
   * How long to handle a postback before the response is 503, in milliseconds, so that the sender tries again.
   * A hook that has begun goes on, and its event counts as handled if it succeeds.
   * @default 9_000
   */
  timeout?: number;
}

/** What a postback says beside its payment or withdrawal. */
export interface ReceivedPostback {
  /** What you passed to `urlFor`. */
  reference: string;
  /** The same for each delivery of the same change. */
  eventId: string;
  /** The time of the change. */
  occurredAt: string;
}

/** The response to a postback that was not handled. */
export interface PostbackFailure extends Partial<ReceivedPostback> {
  /** The status of the response. 500 says that a hook, the store or a read failed. */
  status: 500 | Rejection["status"];
}
