// Generated from openapi/ by `npm run generate`. Do not edit.

import type { components as Service } from "./types.ts";

export interface paths {
  "/_sandbox/health": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check that the sandbox is up
     * Returns the sandbox's version. It requires no token, so you can use it before any company exists.
     */
    get: operations["health.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/ready": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check that the sandbox takes requests
     * Succeeds if the sandbox can use its database and is not about to stop. Use it as the readiness check of a load balancer. It requires no token.
     */
    get: operations["health.ready"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/companies": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List companies
     * Returns the companies of the sandbox, the newest first and one page at a time, with the owner of each and the time of its last use. This is for the operator of the sandbox.
     */
    get: operations["companies.list"];
    put?: never;
    /**
     * Create a company
     * Creates a company with its own key pair, which the response shows only once. Create one company for each test that must not see another test's data. The body is optional.
     */
    post: operations["companies.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/reset": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reset your company
     * Deletes all data of the company and its timeline, and resets its clock to its start time. Its keys and existing tokens remain valid. Its snapshots stay, so that you can restore them. The sandbox never reuses an id, so your program cannot mistake new data for old; the ids of events continue.
     */
    post: operations["company.reset"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/snapshots": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List snapshots
     * Returns the snapshots that the sandbox keeps of the company, the newest first. A restore also sets the company's clock back, so a newer snapshot can have an earlier time.
     */
    get: operations["snapshots.list"];
    put?: never;
    /**
     * Create a snapshot
     * Stores all data of the company: its resources, ledger, jobs, postbacks, clock, faults and settings. The timeline is not part of it. The sandbox keeps the company's latest 10 snapshots, or fewer if it was started with `--max-snapshots`, and a reset does not delete them.
     */
    post: operations["snapshots.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/snapshots/{snapshotId}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The snapshot's id.
         * @example 3e8b5d17-0f42-4c96-b7a1-95d6c2e4f830
         */
        snapshotId: components["parameters"]["SnapshotId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a snapshot
     * Restores all data of the company, including the clock, to what it was when the snapshot was created. A running clock is then as far ahead of the system's clock as it was. The sandbox sends the postbacks that were pending, and ignores the outcome of deliveries in progress. The timeline stays as it is and gets an event `company.restored`. You can restore a snapshot any number of times, also after a reset. Everything in the snapshot keeps its id. The sandbox never reuses an id.
     */
    post: operations["snapshots.restore"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/state": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export a state file
     * Streams the company of the bearer token as it is at this moment, so that even a large one takes little memory. Without a bearer token, the operator of the sandbox exports the company that the header names, or all. A truncated file has no trailer, and no sandbox imports it. A company can run one export at a time, for at most ten minutes: a new one stops the one before. The company cannot stop an export of the operator, and gets a 409 meanwhile. If a company has a record that cannot be read, an export of all companies leaves it out, and names it in a line of the type `damaged` before the trailer.
     */
    get: operations["state.export"];
    /**
     * Import a state file
     * Replaces the data of the bearer token's company with that of the only company in the file. The company keeps its id, its keys, its timeline and its snapshots, and its timeline gets an event `company.imported`. Without a bearer token, the operator of the sandbox does so for the company that the header names. Without that header too, the operator imports all companies of the file, with their ids. The sandbox creates those that do not exist, with the keys in the file or with unknown ones: `company.rotateKeys` shows new keys. The sandbox replaces the data only after the trailer has shown that the file is complete: a damaged, foreign or truncated file changes nothing. Each company is replaced in one step.
     */
    put: operations["state.import"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/clock": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the clock
     * Returns the company's time. The sandbox takes every date and time in the company's responses from this clock.
     */
    get: operations["clock.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/clock/advance": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Advance the clock
     * Moves the company's time forward, by seconds, by days or to a point in time. Before it responds, the sandbox runs everything that falls due in between, jobs and postbacks alike, in chronological order. Until then, other requests see the time of the work in progress. The sandbox does not wait for the postbacks that they add, unless it waits for one of the same payment or withdrawal. The response counts the events. The new time may be at most 3660 days ahead. An advance that begins during another one starts where that one ends. If the company is reset or restored, or if the sandbox stops, the advance ends early: `now` is then the company's time.
     */
    post: operations["clock.advance"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/clock/next": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what is due next
     * Returns when the next event of each kind is due, if nothing changes until then. Advance the clock to one of these times to make it happen.
     */
    get: operations["clock.getNext"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/faults": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the faults
     * Returns the remaining faults.
     */
    get: operations["faults.get"];
    /**
     * Set the faults
     * Injects faults into the company's requests to the payment API from now on. The new faults replace the previous ones. An empty list removes all faults. Faults never affect the control API.
     */
    put: operations["faults.set"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/cards": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List tokenized cards
     * Returns the company's tokenized cards, the newest first and one page at a time. The payment API has no list of cards.
     */
    get: operations["cards.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/subaccounts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subaccounts with their ids
     * Returns the company's subaccounts, the newest first and one page at a time. Unlike the list of the payment API, each has its id.
     */
    get: operations["subaccounts.listWithIds"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/receiver": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the receiver
     * Returns the address of the built-in receiver, and what it does with postbacks.
     */
    get: operations["receiver.get"];
    /**
     * Set the receiver
     * Sets what the built-in receiver does with the postbacks of the company from now on, so that you can see deliveries and their retries before you have a receiver. A reset of the company sets it to `accept`.
     */
    put: operations["receiver.set"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/listener": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the listener
     * Says whether a listener delivers the company's postbacks at this moment, and which.
     */
    get: operations["listener.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/listener/claim": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Claim due postbacks
     * Makes the caller the company's listener for 15 seconds, or for 15 more, and hands it due postbacks. Meanwhile the sandbox does not deliver the postbacks of its types. If there is another listener, the caller is on standby and gets none. A listener calls this every second or so, delivers each postback within its timeout, and sends the outcome to `postbacks.reportAttempt`. Without an outcome after 20 seconds, the attempt has failed, and the sandbox or a listener tries again at the usual time. The timeline does not show these calls.
     */
    post: operations["listener.claim"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/listener/release": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop listening
     * Ends the turn of a listener at once, so that the next one, or the sandbox itself, delivers the company's postbacks. Changes nothing if the company has another listener, or none.
     */
    post: operations["listener.release"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/customers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a customer
     * Creates a customer of the company. Two customers of a company cannot have the same document.
     */
    post: operations["customers.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/subscriptions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a subscription
     * Creates a subscription on a customer's tokenized card. The sandbox charges it as the clock passes each date: on `dueDate`, which must not be before the company's current date, and then every `frequency` days. A new `frequency` counts from the next charge on, which keeps its day. The first charge includes `setupAmount`. Charges end after `duration` cycles or on `expirationDate`. The sandbox retries a declined charge daily for `tolerancePeriod` days.
     */
    post: operations["subscriptions.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/subscriptions/{subscriptionId}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subscription's id.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId: components["parameters"]["SubscriptionId"];
      };
      cookie?: never;
    };
    /**
     * Read a subscription's details
     * Returns what the payment API does not show about a subscription: when it is charged next, and whether that charge is a retry.
     */
    get: operations["subscriptions.getDetails"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/withdrawals": {
    parameters: {
      query?: never;
      header?: {
        /**
         * Run the operation for this subaccount instead of your main account.
         * @example 71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253
         */
        "x-subaccount-id"?: components["parameters"]["SubaccountContext"];
      };
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a withdrawal
     * Withdraws money from the balance of the main account, or of a subaccount with `x-subaccount-id`. The withdrawal stays `PENDING` until you set its status.
     */
    post: operations["withdrawals.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/withdrawals/{withdrawalId}/status": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The withdrawal's id.
         * @example 264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34
         */
        withdrawalId: components["parameters"]["WithdrawalId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a withdrawal's status
     * Decides whether the money of a pending withdrawal arrives. If the withdrawal fails, the money returns to the balance that it came from.
     */
    post: operations["withdrawals.setStatus"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/payments/{paymentId}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The payment's id.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        paymentId: components["parameters"]["PaymentId"];
      };
      cookie?: never;
    };
    /**
     * Read a payment's details
     * Returns what the payment API does not show about a payment: its customer, its subscription, whether it was anticipated, why a refund would be refused now, and the page on which a tester plays its buyer.
     */
    get: operations["payments.getDetails"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/payments/{paymentId}/status": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The payment's id.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        paymentId: components["parameters"]["PaymentId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a payment's status
     * Moves a payment to another status, in place of the buyer, the acquirer or the cardholder. Only the transitions of its payment method are possible; `x-transitions` of `PaymentStatus` lists them. A transition to `REFUNDED` follows the refund rules.
     */
    post: operations["payments.setStatus"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/payments/{paymentId}/anticipate": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The payment's id.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        paymentId: components["parameters"]["PaymentId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Anticipate a payment
     * Makes all receivables of a card payment available today (anticipation). Afterwards the payment cannot be refunded. A disputed payment cannot be anticipated.
     */
    post: operations["payments.anticipate"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/subaccounts/{subaccountId}/status": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subaccount's id.
         * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
         */
        subaccountId: components["parameters"]["SubaccountId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve or reject a subaccount
     * Approves or rejects a pending subaccount. Only an approved subaccount can receive splits.
     */
    post: operations["subaccounts.setStatus"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/balance": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the balance
     * Returns the available balance and the receivables of the company and of each subaccount. A deleted subaccount is in the list only if it has entries.
     */
    get: operations["balance.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/ledger/accounts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the accounts
     * Returns every account that has an entry, with its balance as of today. The company's own accounts are first, then those of each subaccount, in the order of `LedgerAccountName`.
     */
    get: operations["ledger.listAccounts"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/ledger/entries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the entries of a payment or withdrawal
     * Returns the ledger entries of a payment or withdrawal, the earliest event first. The list is empty if nothing was posted for it.
     */
    get: operations["ledger.listEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/ledger/receivables": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List receivables by day
     * Returns each day on which money enters or leaves the available balance of the company or of a subaccount, past and to come: what comes in, what was withdrawn, and the balance. The statement of a day has the payments behind it. A day is not listed if both amounts are zero. The days of a deleted subaccount can still be read if it has entries.
     */
    get: operations["ledger.listReceivables"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/ledger/statement": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a statement
     * Returns the changes of the available balance of the company or of a subaccount, the latest first and one page at a time, each with its payment or withdrawal, the buyer and the balance after it. The company has a change for each day of a payment, even of 0. Without `from` and `to`, it contains everything up to today. With a `to` in the future, it contains the amounts that become available until then. The statement of a deleted subaccount can still be read if it has entries.
     */
    get: operations["ledger.getStatement"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events
     * Returns everything that happened to the company, the newest first and one page at a time. You can combine filters; an event must match all of them. The sandbox keeps the company's latest 10,000 events. A request has a lower id than what it has caused. Requests that only read from this control API are not recorded, unless they fail.
     *
     * To follow a company, ask every second or so for the events `after` the last one that you have.
     */
    get: operations["events.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/requests": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List requests
     * Returns the company's requests, the newest first and one page at a time, each with its response and the reason if it was rejected. You can combine filters; a request must match all of them. Requests that only read from this control API are not recorded, unless they fail.
     */
    get: operations["requests.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/postbacks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List postbacks
     * Returns the postbacks of the company's payments and withdrawals, sent and pending, the newest first and one page at a time. Each includes its latest attempts. You can combine filters; a postback must match all of them.
     */
    get: operations["postbacks.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/postbacks/{eventId}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The id of the event.
         * @example f3b09c57-6a1e-4d82-9e40-7c25d8b1a693
         */
        eventId: components["parameters"]["EventId"];
      };
      cookie?: never;
    };
    /**
     * Get a postback
     * Returns one postback with its latest attempts and the body that the receiver gets.
     */
    get: operations["postbacks.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/postbacks/{eventId}/attempts": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The id of the event.
         * @example f3b09c57-6a1e-4d82-9e40-7c25d8b1a693
         */
        eventId: components["parameters"]["EventId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Report an attempt
     * Records the outcome of a delivery that `listener.claim` has handed out, as the sandbox records its own. Each is recorded once. One that comes after another attempt, a reset or a restore changes nothing. The timeline does not show this call, but the attempt.
     */
    post: operations["postbacks.reportAttempt"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/postbacks/{eventId}/delay": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The id of the event.
         * @example f3b09c57-6a1e-4d82-9e40-7c25d8b1a693
         */
        eventId: components["parameters"]["EventId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Delay a postback
     * Makes a postback `PENDING`, whatever its status, and its next attempt due this many seconds from now on the company's clock. Later postbacks of the same payment or withdrawal wait for it. If it was delivered before, it is sent once more, as a late duplicate, and becomes `DELIVERED` again, whatever the receiver returns. An attempt in progress continues: if it succeeds, the postback is `DELIVERED` and is not sent again; if it fails and a retry follows, the delay still holds. An advance of the clock no longer waits for that attempt. `postbacks.redeliver` ends the delay.
     */
    post: operations["postbacks.delay"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/postbacks/{eventId}/redeliver": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The id of the event.
         * @example f3b09c57-6a1e-4d82-9e40-7c25d8b1a693
         */
        eventId: components["parameters"]["EventId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Redeliver a postback
     * Makes a postback `PENDING` and due immediately, whatever its status. If it was delivered before, it is sent once more and becomes `DELIVERED` again, whatever the receiver returns. An attempt in progress continues: if it succeeds, the postback is not sent again.
     */
    post: operations["postbacks.redeliver"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/companies/{companyId}": {
    parameters: {
      query?: never;
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
      };
      path: {
        /**
         * The company's id.
         * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
         */
        companyId: components["parameters"]["CompanyId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a company
     * Deletes a company with all its data, its timeline and its snapshots. Its keys, tokens and invitations are no longer valid. This is for the operator of the sandbox.
     */
    delete: operations["companies.delete"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/company": {
    parameters: {
      query?: never;
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
        /**
         * The company, for the operator, who has no token. Omit it if there is a token.
         * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
         */
        "x-sandbox-company"?: components["parameters"]["CompanyOfOperator"];
      };
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Name your company
     * Changes the name of the company, or who is responsible for it. Spaces at both ends are dropped. The operator of the sandbox may do so too.
     */
    patch: operations["company.update"];
    trace?: never;
  };
  "/_sandbox/company/keys": {
    parameters: {
      query?: never;
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
        /**
         * The company, for the operator, who has no token. Omit it if there is a token.
         * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
         */
        "x-sandbox-company"?: components["parameters"]["CompanyOfOperator"];
      };
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate your keys
     * Gives the company a new private key, which the response shows only once. The earlier one, all tokens, all invitations and all sessions of the inspector for this company are no longer valid. The operator of the sandbox may do so too.
     */
    post: operations["company.rotateKeys"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/invitations": {
    parameters: {
      query?: never;
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
        /**
         * The company, for the operator, who has no token. Omit it if there is a token.
         * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
         */
        "x-sandbox-company"?: components["parameters"]["CompanyOfOperator"];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * List invitations
     * Returns the invitations to the company that can still be used, the oldest first. Their links are not shown again.
     */
    get: operations["invitations.list"];
    put?: never;
    /**
     * Create an invitation
     * Creates a link that opens the inspector of the company, once and within 24 hours. Whoever opens it uses this company for a day, and no other. A company keeps its latest 20 invitations. The operator of the sandbox may invite too.
     */
    post: operations["invitations.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/invitations/{invitationId}": {
    parameters: {
      query?: never;
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
        /**
         * The company, for the operator, who has no token. Omit it if there is a token.
         * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
         */
        "x-sandbox-company"?: components["parameters"]["CompanyOfOperator"];
      };
      path: {
        /**
         * The invitation's id.
         * @example b7d0c3f1-6a52-4e8d-9f04-3c1e5a7b9d20
         */
        invitationId: components["parameters"]["InvitationId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an invitation
     * Makes the link of an invitation useless. A session that it has opened goes on; to end it, rotate the keys.
     */
    delete: operations["invitations.revoke"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search records and requests
     * Finds payments, customers, subscriptions, subaccounts, cards, withdrawals, postbacks and requests, and returns the results grouped by type, the newest first. A query is a whole id, the last 4 or more characters of one, a tax id, with or without punctuation, or an amount: `4990` and `49,90` are the same amount. The end of an id is looked for among the latest 1,000 of each type. Requests match by the end of their own id or of the id of their resource. The payments of a customer appear with the customer. The sandbox does not record this request.
     */
    get: operations["search.find"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /**
     * Format: int32
     * The service's own error code. Eight codes are known and others may exist, so handle an unknown code as a general failure.
     * @example -7708
     */
    ReturnCode: Service["schemas"]["ReturnCode"];
    /** What went wrong. No error has all four fields. The listed return codes always come with `message` and `returnCode`. */
    ErrorData: Service["schemas"]["ErrorData"];
    /** The envelope of every error. */
    ErrorEnvelope: Service["schemas"]["ErrorEnvelope"];
    /** Confirms that the sandbox is up. */
    Health: Health;
    /** Always null in this response. */
    NoMessage: Service["schemas"]["NoMessage"];
    /** Confirms that the sandbox is up. */
    HealthRead: HealthRead;
    /** Confirms that the sandbox takes requests. */
    Readiness: Readiness;
    /** Confirms that the sandbox takes requests. */
    ReadinessRead: ReadinessRead;
    /** A company of the sandbox. */
    SandboxCompany: SandboxCompany;
    /** The position of this page in the full list. */
    Meta: Service["schemas"]["Meta"];
    /** One page of companies. */
    CompanyList: CompanyList;
    CompanyName: CompanyName;
    /**
     * An amount in centavos.
     * @example 4990
     */
    Centavos: Service["schemas"]["Centavos"];
    /** The settings of the company to create. */
    CompanyCreate: CompanyCreate;
    /** The company's key pair. */
    TokenCreate: Service["schemas"]["TokenCreate"];
    /** A new company with the key pair that `auth.createToken` takes. The key pair is shown only once. */
    NewCompany: NewCompany;
    /** What happened, for people to read. Do not base decisions on it. */
    Message: Service["schemas"]["Message"];
    /** The company that was created. */
    CompanyCreated: CompanyCreated;
    /** A confirmation for people to read. */
    Confirmation: Service["schemas"]["Confirmation"];
    /** Confirms that the company was reset. */
    CompanyReset: CompanyReset;
    /**
     * Format: date-time
     * A date and time in UTC, ISO 8601 with milliseconds.
     * @example 2026-03-02T14:05:09.120Z
     */
    Timestamp: Service["schemas"]["Timestamp"];
    /** A snapshot of the company. */
    Snapshot: Snapshot;
    /** The snapshots of the company. */
    SnapshotList: SnapshotList;
    /** The snapshot that was created. */
    SnapshotCreated: SnapshotCreated;
    /** The snapshot that was restored. */
    RestoredSnapshot: RestoredSnapshot;
    /** Confirms that the snapshot was restored. */
    SnapshotRestored: SnapshotRestored;
    /** A company that was imported. */
    ImportedCompany: ImportedCompany;
    /** The companies that were imported. */
    StateImported: StateImported;
    /** A company's clock. */
    Clock: Clock;
    /** The company's time. */
    ClockRead: ClockRead;
    /** Advance by a number of seconds. */
    ClockAdvanceBySeconds: ClockAdvanceBySeconds;
    /** Advance by a number of days of 24 hours. */
    ClockAdvanceByDays: ClockAdvanceByDays;
    /** Advance to a point in time. */
    ClockAdvanceTo: ClockAdvanceTo;
    /** How far to advance. Use exactly one of the three forms. */
    ClockAdvance: ClockAdvance;
    /**
     * What happened.
     * @enum {string}
     */
    EventType: EventType;
    /**
     * The number of events of each type. A type that did not occur is left out.
     * @example {
     *   "status.changed": 1,
     *   "clock.advanced": 1
     * }
     */
    EventCounts: EventCounts;
    /** What happened during an advance of the clock, apart from requests. Changes by other requests of the company meanwhile count, too. */
    AdvanceEvents: AdvanceEvents;
    /** A company's clock after an advance, and what the advance did. */
    AdvancedClock: AdvancedClock;
    /** The company's time after advancing the clock. */
    ClockAdvanced: ClockAdvanced;
    /** When the next event of each kind is due. Null if there is none. */
    NextDue: NextDue;
    /** What is due next. */
    NextDueRead: NextDueRead;
    /** What goes wrong with a request: a delay, an error status or a closed connection. A delay can be combined with either of the others. */
    Fault: Fault;
    /** The faults that are active from now on. */
    Faults: Faults;
    /** The remaining faults. */
    FaultsRead: FaultsRead;
    /** The new faults. */
    FaultsSet: FaultsSet;
    /**
     * The first four digits of the card number.
     * @example 4111
     */
    First4Digits: Service["schemas"]["First4Digits"];
    /**
     * The last four digits of the card number.
     * @example 1111
     */
    Last4Digits: Service["schemas"]["Last4Digits"];
    /**
     * The card's expiration month, two digits.
     * @example 08
     */
    ExpirationMonth: Service["schemas"]["ExpirationMonth"];
    /**
     * The card's expiration year, four digits.
     * @example 2031
     */
    ExpirationYear: Service["schemas"]["ExpirationYear"];
    /** A tokenized card, as returned when you store it. It has no creation time. */
    NewTokenizedCard: Service["schemas"]["NewTokenizedCard"];
    /** A stored card, masked. The service never returns the full number or the security code. */
    TokenizedCard: Service["schemas"]["TokenizedCard"];
    /** One page of tokenized cards. */
    CardList: CardList;
    /**
     * The subaccount's status. It is `PENDING` at first.
     * @example PENDING
     */
    SubaccountStatus: Service["schemas"]["SubaccountStatus"];
    /** The person responsible for the subaccount. */
    JuridicDataPartner: Service["schemas"]["JuridicDataPartner"];
    /** The address fields that have the same form everywhere. */
    StreetAddress: Service["schemas"]["StreetAddress"];
    /**
     * The purpose of the address. A PF subaccount has `RESPONSIBLE`, a PJ subaccount has `COMMERCIAL`.
     * @example RESPONSIBLE
     */
    AddressType: Service["schemas"]["AddressType"];
    /**
     * The postal code (CEP) as an integer, without any leading zero. In a payment's customer data it is a string.
     * @example 1310200
     */
    IntegerZipcode: Service["schemas"]["IntegerZipcode"];
    /** An address of a subaccount. Its `zipcode` is an integer. */
    SubaccountAddress: Service["schemas"]["SubaccountAddress"];
    /** The fields that every view of a subaccount shows. */
    SubaccountBase: Service["schemas"]["SubaccountBase"];
    /** An individual who shares in your payments. */
    SubaccountPf: Service["schemas"]["SubaccountPf"];
    /** The legal entity behind a PJ subaccount. */
    JuridicLegalData: Service["schemas"]["JuridicLegalData"];
    /** A legal entity that shares in your payments. */
    SubaccountPj: Service["schemas"]["SubaccountPj"];
    /** A party that shares in your payments. `companyType` is its kind. */
    Subaccount: Service["schemas"]["Subaccount"];
    /** One page of subaccounts with their ids. */
    SubaccountListWithIds: SubaccountListWithIds;
    /**
     * What the receiver does with a postback: return status 200, return status 500, not respond until the attempt times out, or close the connection.
     * @enum {string}
     */
    ReceiverBehavior: ReceiverBehavior;
    /** The built-in receiver of the company. */
    Receiver: Receiver;
    /** The built-in receiver. */
    ReceiverRead: ReceiverRead;
    /** What the receiver does from now on. */
    ReceiverChange: ReceiverChange;
    /** The built-in receiver with its new behavior. */
    ReceiverSet: ReceiverSet;
    /**
     * The type of the resource that changed.
     * @enum {string}
     */
    PostbackType: PostbackType;
    /**
     * The types of postbacks that the listener delivers. The sandbox delivers the others itself.
     * @example [
     *   "payment",
     *   "withdrawal"
     * ]
     */
    ListenerTypes: ListenerTypes;
    /** The company's listener, if there is one. */
    Listener: Listener;
    /** The listener. */
    ListenerRead: ListenerRead;
    /**
     * Format: uuid
     * The name of the listener, a UUID that it draws at random when it starts.
     * @example 5b8e2d64-90f3-4a17-b6c5-3e1f7a2d9048
     */
    ListenerName: ListenerName;
    /** Who asks, and for which postbacks. */
    ListenerClaim: ListenerClaim;
    /**
     * Names this delivery for `postbacks.reportAttempt`.
     * @example 0-1772477320693
     */
    Claim: Claim;
    /**
     * The status of the payment or withdrawal that the postback announces.
     * @example PAID
     */
    AnnouncedStatus: AnnouncedStatus;
    /** A postback to deliver, exactly as the sandbox would send it. */
    ClaimedPostback: ClaimedPostback;
    /** The role of the caller, and its postbacks. */
    ListenerWork: ListenerWork;
    /** The role of the caller, and its postbacks. */
    ListenerClaimed: ListenerClaimed;
    /** Who stops. */
    ListenerRelease: ListenerRelease;
    /** Confirms that the caller is no longer the listener. */
    ListenerReleased: ListenerReleased;
    /** The personal data that every view of a buyer or customer shows. */
    Person: Service["schemas"]["Person"];
    /** The customer's address. Omit it if the customer has none yet. */
    CustomerAddressCreate: CustomerAddressCreate;
    /** The customer to create. */
    CustomerCreate: CustomerCreate;
    /**
     * The address's status.
     * @example APPROVED
     */
    CustomerAddressStatus: Service["schemas"]["CustomerAddressStatus"];
    /** The customer's address. */
    CustomerAddress: Service["schemas"]["CustomerAddress"];
    /**
     * The customer's status.
     * @example APPROVED
     */
    CustomerStatus: Service["schemas"]["CustomerStatus"];
    /** A person or company that pays you. */
    Customer: Service["schemas"]["Customer"];
    /** The customer that was created. */
    CustomerCreated: CustomerCreated;
    /**
     * The number of days between charges. `7` is weekly, `30` is monthly.
     * @example 30
     * @example 7
     */
    Frequency: Service["schemas"]["Frequency"];
    /** The subscription to create. */
    SubscriptionCreate: SubscriptionCreate;
    /**
     * The subscription's status. `DELETED` is final.
     * @enum {string}
     */
    SubscriptionStatus: Service["schemas"]["SubscriptionStatus"];
    /**
     * How the share was set. Here it is upper case; in the request that adds a split it is lower case.
     * @example PERCENTAGE
     */
    SubscriptionSplitType: Service["schemas"]["SubscriptionSplitType"];
    /** A subaccount's share of a subscription. */
    SubscriptionSplit: Service["schemas"]["SubscriptionSplit"];
    /**
     * Format: date-time
     * A date and time in UTC, ISO 8601, with or without milliseconds.
     * @example 2026-03-02T14:05:09Z
     * @example 2026-03-02T14:05:09.120Z
     */
    SubscriptionTimestamp: Service["schemas"]["SubscriptionTimestamp"];
    /** A recurring charge on a tokenized card. */
    Subscription: Service["schemas"]["Subscription"];
    /** The subscription that was created. */
    SubscriptionCreated: SubscriptionCreated;
    /** The next charge of a subscription, if nothing changes until then. */
    NextCharge: NextCharge;
    /** What the payment API does not show about a subscription. */
    SubscriptionDetails: SubscriptionDetails;
    /** The details of the subscription. */
    SubscriptionDetailsRead: SubscriptionDetailsRead;
    /**
     * The payout method.
     * @example PIX
     */
    WithdrawalPaymentType: Service["schemas"]["WithdrawalPaymentType"];
    /**
     * The kind of Pix key.
     * @example CPF
     */
    PixKeyType: Service["schemas"]["PixKeyType"];
    /** The withdrawal to create. */
    WithdrawalCreate: WithdrawalCreate;
    /**
     * The withdrawal's status.
     * @example PENDING
     */
    WithdrawalStatus: Service["schemas"]["WithdrawalStatus"];
    /** A transfer of money out of the service. */
    Withdrawal: Service["schemas"]["Withdrawal"];
    /** The withdrawal that was created. */
    WithdrawalCreated: WithdrawalCreated;
    /**
     * The withdrawal's status in the sandbox. Of the service's own values only `PENDING` is known. The sandbox uses no other values than these. When a withdrawal becomes `FAILED`, its money returns to the balance.
     * @enum {string}
     */
    SandboxWithdrawalStatus: SandboxWithdrawalStatus;
    /** The new status of the withdrawal. */
    WithdrawalStatusChange: WithdrawalStatusChange;
    /** The withdrawal with its new status. */
    WithdrawalStatusChanged: WithdrawalStatusChanged;
    /** The error that `payments.refund` would return. */
    RefundRefusal: RefundRefusal;
    /** What the payment API does not show about a payment. */
    PaymentDetails: PaymentDetails;
    /** The details of the payment. */
    PaymentDetailsRead: PaymentDetailsRead;
    /**
     * The payment's status. The service's specification gives only three transitions: an accepted card payment is `SUCCEEDED`, an accepted boleto is `PENDING`, and a refunded card payment is `REFUNDED`. All other transitions are assumed. No assumed transition leads to `CREATED`, `REVERSED` or `PRE_AUTHORIZED`, so expect these at any time.
     * @enum {string}
     */
    PaymentStatus: Service["schemas"]["PaymentStatus"];
    /** The new status of the payment. */
    PaymentStatusChange: PaymentStatusChange;
    /**
     * An amount of money in centavos. `4990` is R$ 49,90.
     * @example 4990
     */
    PaymentAmount: Service["schemas"]["PaymentAmount"];
    /** The buyer's data, as sent with the payment. The address fields are at the same level as the name, not in an object of their own. */
    BuyerDetails: Service["schemas"]["BuyerDetails"];
    /**
     * How the share was set. Here it is lower case; on a subscription it is upper case.
     * @example percentage
     */
    PaymentSplitType: Service["schemas"]["PaymentSplitType"];
    /** A subaccount's share of a payment. */
    PaymentSplit: Service["schemas"]["PaymentSplit"];
    /** The fields that every payment has, whatever its method. */
    PaymentBase: Service["schemas"]["PaymentBase"];
    /** The masked data of the card that paid. */
    CardDetails: Service["schemas"]["CardDetails"];
    /** A payment by card or by tokenized card. */
    CardPayment: Service["schemas"]["CardPayment"];
    /**
     * Format: date-time
     * A date and time in ISO 8601 with its UTC offset. `Z` means an offset of zero.
     * @example 2026-03-05T23:59:59.000-03:00
     */
    OffsetTimestamp: Service["schemas"]["OffsetTimestamp"];
    /** The data that the buyer needs to pay. */
    PixDetails: Service["schemas"]["PixDetails"];
    /** A payment by Pix. */
    PixPayment: Service["schemas"]["PixPayment"];
    /**
     * How the interest is calculated.
     * @example DAILY_AMOUNT
     */
    InterestType: Service["schemas"]["InterestType"];
    /**
     * How the late fee is calculated.
     * @example FIXED
     */
    LateFeeType: Service["schemas"]["LateFeeType"];
    /** The data that the buyer needs to pay the boleto, and the cost of paying late. */
    BilletDetails: Service["schemas"]["BilletDetails"];
    /** A payment by boleto. */
    BilletPayment: Service["schemas"]["BilletPayment"];
    /** A payment, also called a transaction. `paymentMethod` decides which details it has. A payment by tokenized card has the method `card`. */
    Payment: Service["schemas"]["Payment"];
    /** The payment with its new status. */
    PaymentStatusChanged: PaymentStatusChanged;
    /** The anticipated payment. */
    PaymentAnticipated: PaymentAnticipated;
    /**
     * The subaccount's status in the sandbox. Of the service's own values only `PENDING` is known. The sandbox uses no other values than these.
     * @enum {string}
     */
    SandboxSubaccountStatus: SandboxSubaccountStatus;
    /** The new status of the subaccount. */
    SubaccountStatusChange: SubaccountStatusChange;
    /** The subaccount with its new status. */
    SubaccountStatusChanged: SubaccountStatusChanged;
    /** An amount that becomes available on a date. */
    Receivable: Receivable;
    /** The available balance and the receivables of an account. */
    AccountBalance: AccountBalance;
    /** The available balance and the receivables of a subaccount. */
    SubaccountBalance: SubaccountBalance;
    /** The balance of the company and of each of its subaccounts. */
    Balance: Balance;
    /** The balance. */
    BalanceRead: BalanceRead;
    /**
     * The account. `receivable` holds money that becomes available later, `available` money that can be withdrawn, and `fees` what the provider keeps. `buyers` and `banks` stand for the world outside: money that came in is negative there, and money that left is positive. `buyers` and `fees` belong to the company, `banks` to whoever withdraws.
     * @enum {string}
     */
    LedgerAccountName: LedgerAccountName;
    /** The fields that identify an account of the ledger. */
    LedgerAccountBase: LedgerAccountBase;
    /** An account of the ledger. */
    LedgerAccount: LedgerAccount;
    /** The accounts of the ledger. */
    LedgerAccountList: LedgerAccountList;
    /** An entry in an account of the ledger. */
    LedgerEntry: LedgerEntry;
    /**
     * What entries are posted for. A `return` gives back the money of a withdrawal that failed.
     * @enum {string}
     */
    LedgerEvent: LedgerEvent;
    /** An entry in an account of the ledger, with the event that it was posted for. */
    PostedLedgerEntry: PostedLedgerEntry;
    /** The ledger entries of a payment or withdrawal. */
    LedgerEntryList: LedgerEntryList;
    /** A day on which money enters or leaves an available balance. It may be in the future. */
    ReceivableDay: ReceivableDay;
    /** The days on which an available balance changes. */
    ReceivableDayList: ReceivableDayList;
    /** A change of an available balance by an event of a payment or withdrawal. */
    StatementMovement: StatementMovement;
    /** The changes of an available balance, one by one. */
    Statement: Statement;
    /** The statement. */
    StatementRead: StatementRead;
    /** What caused the event. */
    EventCause: EventCause;
    /** The fields that every event has, whatever its type. */
    EventBase: EventBase;
    /** A request from the company. Secrets and card numbers are masked. */
    ReceivedRequest: ReceivedRequest;
    /** A request of the company has begun that takes several transactions, such as an advance of the clock. Its `request.completed` follows with what was sent, and has the same `cause.requestId`. */
    RequestReceivedEvent: RequestReceivedEvent;
    /** A resource that an event concerns. */
    EventResource: EventResource;
    /** A request from the company, and its outcome. Secrets and card numbers are masked. */
    LoggedRequest: LoggedRequest;
    /** The sandbox responded to a request of the company, or a fault closed its connection. */
    RequestCompletedEvent: RequestCompletedEvent;
    /** The warnings about a request. */
    RequestWarnings: RequestWarnings;
    /** A request contained something that is allowed but probably a mistake. */
    RequestWarnedEvent: RequestWarnedEvent;
    /** A change of status. */
    StatusChange: StatusChange;
    /** A payment, subscription, subaccount or withdrawal was created or changed its status. */
    StatusChangedEvent: StatusChangedEvent;
    /** The ledger entries of an event of a payment or withdrawal. */
    LedgerPosting: LedgerPosting;
    /** Entries were posted to the ledger. */
    LedgerPostedEvent: LedgerPostedEvent;
    /** Money that became available at the beginning of a day, by the calendar of Brazil. */
    Settlement: Settlement;
    /** Money of the company or of a subaccount became available, because its day came. Money that is available at once, such as a Pix, has no such event. */
    BalanceSettledEvent: BalanceSettledEvent;
    /** A charge of a subscription, and its outcome. */
    SubscriptionCharge: SubscriptionCharge;
    /** A charge of a subscription fell due. */
    SubscriptionChargedEvent: SubscriptionChargedEvent;
    /** The fields that every delivery attempt has. */
    PostbackAttemptBase: PostbackAttemptBase;
    /** A delivery attempt of a postback. */
    AttemptedPostback: AttemptedPostback;
    /** The sandbox attempted to deliver a postback. */
    PostbackAttemptedEvent: PostbackAttemptedEvent;
    /** How far the clock was advanced. */
    ClockChange: ClockChange;
    /** The company's clock was advanced. */
    ClockAdvancedEvent: ClockAdvancedEvent;
    /** The company was restored from a snapshot. */
    CompanyRestoredEvent: CompanyRestoredEvent;
    /** What was imported. */
    ImportedRecords: ImportedRecords;
    /** The data of the company were imported from a state file. */
    CompanyImportedEvent: CompanyImportedEvent;
    /** Something that happened to the company. `type` decides what `data` is. */
    Event: Event;
    /** One page of events. */
    EventList: EventList;
    /** A request from the company in the log of requests. */
    RequestLogEntry: RequestLogEntry;
    /** One page of the company's requests. */
    RequestList: RequestList;
    /**
     * The postback's status. A `FAILED` postback is not retried automatically.
     * @enum {string}
     */
    PostbackStatus: PostbackStatus;
    /** The fields that identify a change. */
    PostbackBase: Service["schemas"]["PostbackBase"];
    /** One delivery attempt. */
    PostbackAttempt: PostbackAttempt;
    /** A change that the sandbox sends to the `postbackUrl` of a payment or withdrawal. */
    Postback: Postback;
    /** One page of postbacks. */
    PostbackList: PostbackList;
    /** The payment after the change. */
    PaymentPostback: Service["schemas"]["PaymentPostback"];
    /** The withdrawal after the change. */
    WithdrawalPostback: WithdrawalPostback;
    /** The body of a postback. `type` decides what `data` is. */
    PostbackBody: PostbackBody;
    /** A postback with its body. */
    PostbackDetails: PostbackDetails;
    /** The postback. */
    PostbackRead: PostbackRead;
    /** The outcome of a delivery. */
    AttemptReport: AttemptReport;
    /** What became of a reported attempt. */
    ReportedAttempt: ReportedAttempt;
    /** What became of a reported attempt. */
    AttemptReported: AttemptReported;
    /** How long to delay a postback. */
    PostbackDelay: PostbackDelay;
    /** The postback, which is due later. */
    PostbackDelayed: PostbackDelayed;
    /** The postback, which is due again. */
    PostbackRedelivered: PostbackRedelivered;
    /** Confirms that the company was deleted. */
    CompanyDeleted: CompanyDeleted;
    /** What the company is called. A field that is missing stays as it is. */
    CompanyUpdate: CompanyUpdate;
    /** The company with its new name or owner. */
    CompanyUpdated: CompanyUpdated;
    /** The company and its new key pair. */
    KeysRotated: KeysRotated;
    /** An invitation to the inspector of a company, which nobody has used yet. */
    Invitation: Invitation;
    /** The invitations of the company. */
    InvitationList: InvitationList;
    /** A new invitation with its link, which is shown only once. */
    NewInvitation: NewInvitation;
    /** The invitation that was created. */
    InvitationCreated: InvitationCreated;
    /** Confirms that the invitation was revoked. */
    InvitationRevoked: InvitationRevoked;
    /** Something that a search has found, with what tells it apart. */
    SearchResult: SearchResult;
    /** What a search has found. */
    SearchResultList: SearchResultList;
  };
  responses: {
    /** Any other error. */
    Unexpected: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request has a `Host` that is not the sandbox's, or comes from a web page of another address. Every control operation returns this error. */
    ForeignCall: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The sandbox is stopping, or cannot use its database. It still responds to requests while it stops. */
    NotReady: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The page or a filter is invalid. */
    QueryInvalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The sandbox was started with an operator's key, and the request has none or a different one. */
    OperatorKeyRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The body is invalid. `message` lists the problems. */
    ValidationFailed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The bearer token is missing, malformed or not from this sandbox. An expired token is accepted. */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The id is not valid. */
    IdInvalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** This company has no snapshot with this id. */
    SnapshotNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The sandbox has no company with this id. */
    CompanyNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The operator reads the company, or the next export of the company has begun. */
    ExportBrokenOff: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The file is damaged, foreign, of another version, or incomplete. The message names the line. Nothing has changed. */
    StateFileRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The company has data, and `replace` is not true. Nothing has changed. */
    CompanyHasData: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is invalid, or the time is in the past or too far ahead. */
    ClockRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is invalid, or another customer has this document. */
    CustomerRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is invalid, or the due date is in the past. */
    SubscriptionRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The customer or the tokenized card does not exist. */
    CustomerOrCardNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** This company has no subscription with this id. */
    SubscriptionNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is invalid, or the balance is too low. */
    WithdrawalRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** This company has no subaccount with this id. */
    SubaccountNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is invalid, or there is no transition from the current status to this one. */
    StepRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** This company has no withdrawal with this id. */
    WithdrawalNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** This company has no payment with this id. */
    PaymentNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is invalid, the payment method has no transition to this status, or a refund breaks a rule. */
    PaymentStepRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The id is invalid, or the payment has no outstanding card receivables. */
    AnticipationRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** This company has no postback with this id. */
    PostbackNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The company has no invitation with this id that can still be used. */
    InvitationNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
  };
  parameters: {
    /**
     * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
     * @example operator_example_4b8e
     */
    OperatorKey: string;
    /**
     * The number of the page to return. The first page is 1.
     * @example 1
     */
    Page: number;
    /**
     * The maximum number of items on a page.
     * @example 10
     */
    Limit: number;
    /**
     * The snapshot's id.
     * @example 3e8b5d17-0f42-4c96-b7a1-95d6c2e4f830
     */
    SnapshotId: string;
    /**
     * The company, for the operator, who has no token. Omit it if there is a token.
     * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
     */
    CompanyOfOperator: string;
    /**
     * The subscription's id.
     * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
     */
    SubscriptionId: string;
    /**
     * Run the operation for this subaccount instead of your main account.
     * @example 71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253
     */
    SubaccountContext: string;
    /**
     * The withdrawal's id.
     * @example 264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34
     */
    WithdrawalId: string;
    /**
     * The payment's id.
     * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
     */
    PaymentId: string;
    /**
     * The subaccount's id.
     * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
     */
    SubaccountId: string;
    /**
     * The id of the event.
     * @example f3b09c57-6a1e-4d82-9e40-7c25d8b1a693
     */
    EventId: string;
    /**
     * The company's id.
     * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
     */
    CompanyId: string;
    /**
     * The invitation's id.
     * @example b7d0c3f1-6a52-4e8d-9f04-3c1e5a7b9d20
     */
    InvitationId: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  "health.get": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The sandbox is up. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": HealthRead;
        };
      };
      403: components["responses"]["ForeignCall"];
      default: components["responses"]["Unexpected"];
    };
  };
  "health.ready": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The sandbox takes requests. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": ReadinessRead;
        };
      };
      403: components["responses"]["ForeignCall"];
      503: components["responses"]["NotReady"];
      default: components["responses"]["Unexpected"];
    };
  };
  "companies.list": {
    parameters: {
      query?: {
        /**
         * The number of the page to return. The first page is 1.
         * @example 1
         */
        page?: components["parameters"]["Page"];
        /**
         * The maximum number of items on a page.
         * @example 10
         */
        limit?: components["parameters"]["Limit"];
      };
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of companies. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CompanyList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["OperatorKeyRefused"];
      default: components["responses"]["Unexpected"];
    };
  };
  "companies.create": {
    parameters: {
      query?: never;
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": CompanyCreate;
      };
    };
    responses: {
      /** The company and its key pair. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CompanyCreated;
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["OperatorKeyRefused"];
      default: components["responses"]["Unexpected"];
    };
  };
  "company.reset": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The company was reset. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CompanyReset;
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "snapshots.list": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The snapshots. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SnapshotList;
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "snapshots.create": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The snapshot was created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SnapshotCreated;
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "snapshots.restore": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The snapshot's id.
         * @example 3e8b5d17-0f42-4c96-b7a1-95d6c2e4f830
         */
        snapshotId: components["parameters"]["SnapshotId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The company is as it was when the snapshot was created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SnapshotRestored;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["SnapshotNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "state.export": {
    parameters: {
      query?: {
        /**
         * Whether the file has the keys of its companies, so that they are the same where it is imported. Only the operator may ask for them, and the file is then as secret as the keys.
         * @example false
         */
        withKeys?: boolean;
      };
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
        /**
         * The company, for the operator, who has no token. Omit it if there is a token.
         * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
         */
        "x-sandbox-company"?: components["parameters"]["CompanyOfOperator"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The state file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/x-ndjson": string;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["OperatorKeyRefused"];
      404: components["responses"]["CompanyNotFound"];
      409: components["responses"]["ExportBrokenOff"];
      default: components["responses"]["Unexpected"];
    };
  };
  "state.import": {
    parameters: {
      query?: {
        /**
         * Whether to replace the data of a company that has any. Otherwise the import is rejected.
         * @example true
         */
        replace?: boolean;
      };
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
        /**
         * The company, for the operator, who has no token. Omit it if there is a token.
         * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
         */
        "x-sandbox-company"?: components["parameters"]["CompanyOfOperator"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/x-ndjson": string;
      };
    };
    responses: {
      /** The companies that were imported, in the order of the file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": StateImported;
        };
      };
      400: components["responses"]["StateFileRefused"];
      401: components["responses"]["OperatorKeyRefused"];
      409: components["responses"]["CompanyHasData"];
      default: components["responses"]["Unexpected"];
    };
  };
  "clock.get": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The company's time. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": ClockRead;
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "clock.advance": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": ClockAdvance;
      };
    };
    responses: {
      /** The company's time after everything due has run, and what happened. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": ClockAdvanced;
        };
      };
      400: components["responses"]["ClockRefused"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "clock.getNext": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The next times. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": NextDueRead;
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "faults.get": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The remaining faults. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": FaultsRead;
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "faults.set": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": Faults;
      };
    };
    responses: {
      /** The faults were set. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": FaultsSet;
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "cards.list": {
    parameters: {
      query?: {
        /**
         * The number of the page to return. The first page is 1.
         * @example 1
         */
        page?: components["parameters"]["Page"];
        /**
         * The maximum number of items on a page.
         * @example 10
         */
        limit?: components["parameters"]["Limit"];
        /**
         * Only cards of this customer.
         * @example 6d1a7f34-2b8c-4e05-9f61-c3a8d7e2b490
         */
        customerId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of cards. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CardList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subaccounts.listWithIds": {
    parameters: {
      query?: {
        /**
         * The number of the page to return. The first page is 1.
         * @example 1
         */
        page?: components["parameters"]["Page"];
        /**
         * The maximum number of items on a page.
         * @example 10
         */
        limit?: components["parameters"]["Limit"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of subaccounts. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubaccountListWithIds;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "receiver.get": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The receiver. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": ReceiverRead;
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "receiver.set": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": ReceiverChange;
      };
    };
    responses: {
      /** The receiver was set. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": ReceiverSet;
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "listener.get": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The listener. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": ListenerRead;
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "listener.claim": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": ListenerClaim;
      };
    };
    responses: {
      /** The role of the caller, and the postbacks to deliver now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": ListenerClaimed;
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "listener.release": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": ListenerRelease;
      };
    };
    responses: {
      /** The caller is no longer the listener. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": ListenerReleased;
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "customers.create": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": CustomerCreate;
      };
    };
    responses: {
      /** The customer was created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CustomerCreated;
        };
      };
      400: components["responses"]["CustomerRefused"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.create": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": SubscriptionCreate;
      };
    };
    responses: {
      /** The subscription is created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubscriptionCreated;
        };
      };
      400: components["responses"]["SubscriptionRefused"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["CustomerOrCardNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.getDetails": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subscription's id.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId: components["parameters"]["SubscriptionId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The details of the subscription. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubscriptionDetailsRead;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["SubscriptionNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "withdrawals.create": {
    parameters: {
      query?: never;
      header?: {
        /**
         * Run the operation for this subaccount instead of your main account.
         * @example 71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253
         */
        "x-subaccount-id"?: components["parameters"]["SubaccountContext"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": WithdrawalCreate;
      };
    };
    responses: {
      /** The withdrawal was created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": WithdrawalCreated;
        };
      };
      400: components["responses"]["WithdrawalRefused"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "withdrawals.setStatus": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The withdrawal's id.
         * @example 264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34
         */
        withdrawalId: components["parameters"]["WithdrawalId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": WithdrawalStatusChange;
      };
    };
    responses: {
      /** The withdrawal with its new status. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": WithdrawalStatusChanged;
        };
      };
      400: components["responses"]["StepRefused"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["WithdrawalNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "payments.getDetails": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The payment's id.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        paymentId: components["parameters"]["PaymentId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The details of the payment. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": PaymentDetailsRead;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["PaymentNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "payments.setStatus": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The payment's id.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        paymentId: components["parameters"]["PaymentId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": PaymentStatusChange;
      };
    };
    responses: {
      /** The payment with its new status. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": PaymentStatusChanged;
        };
      };
      400: components["responses"]["PaymentStepRefused"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["PaymentNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "payments.anticipate": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The payment's id.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        paymentId: components["parameters"]["PaymentId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The payment, with its full amount available. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": PaymentAnticipated;
        };
      };
      400: components["responses"]["AnticipationRefused"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["PaymentNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subaccounts.setStatus": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subaccount's id.
         * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
         */
        subaccountId: components["parameters"]["SubaccountId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": SubaccountStatusChange;
      };
    };
    responses: {
      /** The subaccount with its new status. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubaccountStatusChanged;
        };
      };
      400: components["responses"]["StepRefused"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "balance.get": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The balance. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": BalanceRead;
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "ledger.listAccounts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The accounts. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": LedgerAccountList;
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "ledger.listEntries": {
    parameters: {
      query: {
        /**
         * The id of the payment or withdrawal.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        resourceId: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The entries. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": LedgerEntryList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "ledger.listReceivables": {
    parameters: {
      query?: {
        /**
         * The subaccount. Omit it for the company itself.
         * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
         */
        subaccountId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The days, the oldest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": ReceivableDayList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "ledger.getStatement": {
    parameters: {
      query?: {
        /**
         * The subaccount. Omit it for the company itself.
         * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
         */
        subaccountId?: string;
        /**
         * The first day. It must not be after the last one.
         * @example 2026-03-02
         */
        from?: string;
        /**
         * The last day. Without it, the statement ends today.
         * @example 2026-03-31
         */
        to?: string;
        /**
         * Only movements of this event. They then have no running balance.
         * @example sale
         */
        event?: LedgerEvent;
        /**
         * Only movements after a page, whose `next` this is.
         * @example 2026-03-02.14.369630
         */
        after?: string;
        /**
         * The maximum number of movements.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The statement. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": StatementRead;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "events.list": {
    parameters: {
      query?: {
        /**
         * The number of the page to return. The first page is 1.
         * @example 1
         */
        page?: components["parameters"]["Page"];
        /**
         * The maximum number of items on a page.
         * @example 10
         */
        limit?: components["parameters"]["Limit"];
        /**
         * Only events of this type.
         * @example status.changed
         */
        type?: EventType;
        /**
         * Only events of this resource.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        resourceId?: string;
        /**
         * Only events that this request caused.
         * @example 7c5e0b94-3d21-4f68-a9b7-1e8d6f04c352
         */
        requestId?: string;
        /**
         * Only events at or after this time, by the company's clock.
         * @example 2026-03-12T00:00:00-03:00
         */
        since?: string;
        /**
         * Only events before this time, by the company's clock.
         * @example 2026-03-13T00:00:00-03:00
         */
        until?: string;
        /**
         * Only events with a higher id.
         * @example 34
         */
        after?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of the events that match all filters. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": EventList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "requests.list": {
    parameters: {
      query?: {
        /**
         * The number of the page to return. The first page is 1.
         * @example 1
         */
        page?: components["parameters"]["Page"];
        /**
         * The maximum number of items on a page.
         * @example 10
         */
        limit?: components["parameters"]["Limit"];
        /**
         * Only requests to this operation.
         * @example payments.refund
         */
        operationId?: string;
        /**
         * Only requests whose response has this HTTP status.
         * @example 400
         */
        status?: number;
        /**
         * Only requests with an error as their response, of status 400 or more, or with none.
         * @example true
         */
        errorsOnly?: boolean;
        /**
         * Without the requests to this control API.
         * @example true
         */
        withoutControls?: boolean;
        /**
         * Only requests that concern this resource.
         * @example 5e2a9c74-1f3b-4d60-b8e7-93c5d7a1f024
         */
        resourceId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of the requests that match all filters. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": RequestList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "postbacks.list": {
    parameters: {
      query?: {
        /**
         * The number of the page to return. The first page is 1.
         * @example 1
         */
        page?: components["parameters"]["Page"];
        /**
         * The maximum number of items on a page.
         * @example 10
         */
        limit?: components["parameters"]["Limit"];
        /**
         * Only postbacks with this status.
         * @example PENDING
         */
        status?: PostbackStatus;
        /**
         * Only postbacks of this payment or withdrawal.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        resourceId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of the postbacks that match all filters. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": PostbackList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "postbacks.get": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The id of the event.
         * @example f3b09c57-6a1e-4d82-9e40-7c25d8b1a693
         */
        eventId: components["parameters"]["EventId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The postback. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": PostbackRead;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["PostbackNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "postbacks.reportAttempt": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The id of the event.
         * @example f3b09c57-6a1e-4d82-9e40-7c25d8b1a693
         */
        eventId: components["parameters"]["EventId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": AttemptReport;
      };
    };
    responses: {
      /** Whether the attempt was recorded, and what comes next. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": AttemptReported;
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["PostbackNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "postbacks.delay": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The id of the event.
         * @example f3b09c57-6a1e-4d82-9e40-7c25d8b1a693
         */
        eventId: components["parameters"]["EventId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": PostbackDelay;
      };
    };
    responses: {
      /** The postback, which is due later. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": PostbackDelayed;
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["PostbackNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "postbacks.redeliver": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The id of the event.
         * @example f3b09c57-6a1e-4d82-9e40-7c25d8b1a693
         */
        eventId: components["parameters"]["EventId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The postback, which is due again. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": PostbackRedelivered;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["PostbackNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "companies.delete": {
    parameters: {
      query?: never;
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
      };
      path: {
        /**
         * The company's id.
         * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
         */
        companyId: components["parameters"]["CompanyId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The company was deleted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CompanyDeleted;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["OperatorKeyRefused"];
      404: components["responses"]["CompanyNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "company.update": {
    parameters: {
      query?: never;
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
        /**
         * The company, for the operator, who has no token. Omit it if there is a token.
         * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
         */
        "x-sandbox-company"?: components["parameters"]["CompanyOfOperator"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": CompanyUpdate;
      };
    };
    responses: {
      /** The company as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CompanyUpdated;
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "company.rotateKeys": {
    parameters: {
      query?: never;
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
        /**
         * The company, for the operator, who has no token. Omit it if there is a token.
         * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
         */
        "x-sandbox-company"?: components["parameters"]["CompanyOfOperator"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The company and its new key pair. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": KeysRotated;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "invitations.list": {
    parameters: {
      query?: never;
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
        /**
         * The company, for the operator, who has no token. Omit it if there is a token.
         * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
         */
        "x-sandbox-company"?: components["parameters"]["CompanyOfOperator"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The invitations. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": InvitationList;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "invitations.create": {
    parameters: {
      query?: never;
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
        /**
         * The company, for the operator, who has no token. Omit it if there is a token.
         * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
         */
        "x-sandbox-company"?: components["parameters"]["CompanyOfOperator"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The invitation with its link. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": InvitationCreated;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "invitations.revoke": {
    parameters: {
      query?: never;
      header?: {
        /**
         * The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator.
         * @example operator_example_4b8e
         */
        "x-operator-key"?: components["parameters"]["OperatorKey"];
        /**
         * The company, for the operator, who has no token. Omit it if there is a token.
         * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
         */
        "x-sandbox-company"?: components["parameters"]["CompanyOfOperator"];
      };
      path: {
        /**
         * The invitation's id.
         * @example b7d0c3f1-6a52-4e8d-9f04-3c1e5a7b9d20
         */
        invitationId: components["parameters"]["InvitationId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The invitation was revoked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": InvitationRevoked;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["InvitationNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "search.find": {
    parameters: {
      query: {
        /**
         * What to look for.
         * @example 390.533.447-05
         */
        q: string;
        /**
         * The maximum number of results of each type. If more match, these are some of them.
         * @example 10
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** What was found. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SearchResultList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
}

/** Confirms that the sandbox is up. */
export type Health = {
  /** @constant */
  status: "ok";
  /**
   * The sandbox's version.
   * @example 0.1.0
   */
  version: string;
};

/** Confirms that the sandbox is up. */
export type HealthRead = {
  data: Health;
  message: components["schemas"]["NoMessage"];
};

/** Confirms that the sandbox takes requests. */
export type Readiness = {
  /** @constant */
  status: "ready";
};

/** Confirms that the sandbox takes requests. */
export type ReadinessRead = {
  data: Readiness;
  message: components["schemas"]["NoMessage"];
};

/** A company of the sandbox. */
export type SandboxCompany = {
  /**
   * Format: uuid
   * The company's id.
   * @example 4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43
   */
  companyId: string;
  /**
   * The company's name, if it has one.
   * @example Loja da Ana
   */
  name: string | null;
  /**
   * Who is responsible for the company, if known.
   * @example Checkout team
   */
  owner: string | null;
  /**
   * Format: date-time
   * When the company was created, on the system's clock.
   * @example 2026-03-02T14:20:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * When the company's keys or tokens were last used, on the system's clock. It may be an hour old. Null if they never were.
   * @example 2026-03-02T15:00:00.000Z
   */
  lastUsedAt: string | null;
};

/** One page of companies. */
export type CompanyList = {
  /** The companies on this page, the newest first. */
  data: SandboxCompany[];
  meta: components["schemas"]["Meta"];
  message: components["schemas"]["NoMessage"];
};

export type CompanyName = string;

/** The settings of the company to create. */
export type CompanyCreate = {
  /**
   * The company's name, without control characters.
   * @example Loja da Ana
   */
  name?: CompanyName;
  /**
   * Who is responsible for the company, such as a team or a person.
   * @example Checkout team
   */
  owner?: CompanyName;
  /**
   * Whether the company may use the payment API. If not, the payment API returns `-1001`.
   * @default true
   */
  authorized?: boolean;
  /**
   * Whether every operation refuses a CPF or a CNPJ whose check digits are wrong, with status 400. The service's specification says nothing about them, so by default the sandbox accepts them with a warning. Real acquirers usually refuse them: use this to rehearse it.
   * @default false
   * @example true
   */
  checkTaxIds?: boolean;
  /**
   * The fee that the service takes from each payment, in percent.
   * @default 0
   * @example 3.5
   */
  feePercentage?: number;
  /**
   * The fixed fee that the service takes from each payment in addition to the percentage, in centavos.
   * @default 0
   * @example 40
   */
  feeFixed?: components["schemas"]["Centavos"];
  /**
   * The late fee on each of the company's boletos, in centavos.
   * @default 0
   * @example 200
   */
  lateFeeAmount?: components["schemas"]["Centavos"];
  /**
   * The daily interest on each overdue boleto of the company, in centavos.
   * @default 0
   * @example 33
   */
  interestAmount?: components["schemas"]["Centavos"];
};

/** A new company with the key pair that `auth.createToken` takes. The key pair is shown only once. */
export type NewCompany = {
  /**
   * Format: uuid
   * The company's id.
   */
  companyId: string;
} & components["schemas"]["TokenCreate"];

/** The company that was created. */
export type CompanyCreated = {
  data: NewCompany;
  message: components["schemas"]["Message"];
};

/** Confirms that the company was reset. */
export type CompanyReset = {
  data: components["schemas"]["Confirmation"];
  message: components["schemas"]["Message"];
};

/** A snapshot of the company. */
export type Snapshot = {
  /**
   * Format: uuid
   * The snapshot's id.
   * @example 3e8b5d17-0f42-4c96-b7a1-95d6c2e4f830
   */
  snapshotId: string;
  /** When the snapshot was created, on the company's clock. */
  createdAt: components["schemas"]["Timestamp"];
};

/** The snapshots of the company. */
export type SnapshotList = {
  /** The snapshots, the newest first. */
  data: Snapshot[];
  message: components["schemas"]["NoMessage"];
};

/** The snapshot that was created. */
export type SnapshotCreated = {
  data: Snapshot;
  message: components["schemas"]["Message"];
};

/** The snapshot that was restored. */
export type RestoredSnapshot = {
  /**
   * Format: uuid
   * The snapshot's id.
   * @example 3e8b5d17-0f42-4c96-b7a1-95d6c2e4f830
   */
  snapshotId: string;
};

/** Confirms that the snapshot was restored. */
export type SnapshotRestored = {
  data: RestoredSnapshot;
  message: components["schemas"]["Message"];
};

/** A company that was imported. */
export type ImportedCompany = {
  /**
   * Format: uuid
   * The company's id.
   */
  companyId: string;
  /**
   * Whether the import created the company.
   * @example true
   */
  created: boolean;
};

/** The companies that were imported. */
export type StateImported = {
  /** In the order of the file. */
  data: ImportedCompany[];
  /** The ids of the companies that the file lacks because they could not be read when it was exported. Absent if it is complete. */
  damaged?: string[];
  message: components["schemas"]["Message"];
};

/** A company's clock. */
export type Clock = {
  now: components["schemas"]["Timestamp"];
  /** Whether the clock runs by itself. If not, the time changes only when you advance the clock. */
  moving: boolean;
};

/** The company's time. */
export type ClockRead = {
  data: Clock;
  message: components["schemas"]["NoMessage"];
};

/** Advance by a number of seconds. */
export type ClockAdvanceBySeconds = {
  /**
   * The number of seconds to advance. The maximum is 3660 days.
   * @example 90
   */
  seconds: number;
};

/** Advance by a number of days of 24 hours. */
export type ClockAdvanceByDays = {
  /**
   * The number of days to advance.
   * @example 30
   */
  days: number;
};

/** Advance to a point in time. */
export type ClockAdvanceTo = {
  /**
   * Format: date-time
   * The time to advance to, in ISO 8601 with its UTC offset.
   * @example 2026-03-10T00:00:00-03:00
   */
  to: string;
};

/** How far to advance. Use exactly one of the three forms. */
export type ClockAdvance = ClockAdvanceBySeconds | ClockAdvanceByDays | ClockAdvanceTo;

/** What happened. */
export type EventType =
  | "request.received"
  | "request.completed"
  | "request.warned"
  | "status.changed"
  | "ledger.posted"
  | "balance.settled"
  | "subscription.charged"
  | "postback.attempted"
  | "clock.advanced"
  | "company.restored"
  | "company.imported";

/** The number of events of each type. A type that did not occur is left out. */
export type EventCounts = {
  [key: string]: number;
};

/** What happened during an advance of the clock, apart from requests. Changes by other requests of the company meanwhile count, too. */
export type AdvanceEvents = {
  counts: EventCounts;
  /**
   * What became available to the company and its subaccounts, in centavos: the sum of the `balance.settled` events. It is null if there were so many events that the timeline no longer keeps all of these.
   * @example 4990
   */
  settled: number | null;
  /**
   * The id of the last event before the advance, or 0 if there was none. `events.list` with this value as `after` returns the events of the advance, and any later ones.
   * @example 41
   */
  after: number;
};

/** A company's clock after an advance, and what the advance did. */
export type AdvancedClock = {
  events: AdvanceEvents;
} & Clock;

/** The company's time after advancing the clock. */
export type ClockAdvanced = {
  data: AdvancedClock;
  message: components["schemas"]["Message"];
};

/** When the next event of each kind is due. Null if there is none. */
export type NextDue = {
  /**
   * Format: date-time
   * When money of the company or of a subaccount becomes available.
   * @example 2026-04-04T03:00:00.000Z
   */
  settlement: string | null;
  /**
   * Format: date-time
   * When a subscription is charged.
   * @example null
   */
  charge: string | null;
  /**
   * Format: date-time
   * When a Pix or a boleto that nobody has paid expires.
   * @example 2026-03-03T12:00:00.000Z
   */
  expiry: string | null;
  /**
   * Format: date-time
   * When a postback is sent again.
   * @example null
   */
  postback: string | null;
};

/** What is due next. */
export type NextDueRead = {
  data: NextDue;
  message: components["schemas"]["NoMessage"];
};

/** What goes wrong with a request: a delay, an error status or a closed connection. A delay can be combined with either of the others. */
export type Fault = {
  /**
   * The operation of the payment API that the fault affects. `auth.createToken` is not possible. Omit it to affect all operations that take the token.
   * @example payments.create
   */
  operationId?: string;
  /**
   * The delay of the response, in milliseconds.
   * @example 1500
   */
  latency?: number;
  /**
   * The HTTP status to return, in the error envelope.
   * @example 503
   */
  status?: number;
  /**
   * Close the connection instead of sending a response.
   * @constant
   */
  reset?: true;
  /**
   * Whether the fault occurs before the operation runs, or after it, so that the response is lost.
   * @default before
   * @enum {string}
   */
  when?: "before" | "after";
  /**
   * The number of requests that the fault affects. Omit it for no limit.
   * @example 2
   */
  times?: number;
  /**
   * The probability that the fault affects a request. Omit it to affect every request.
   * @example 0.25
   */
  probability?: number;
};

/** The faults that are active from now on. */
export type Faults = {
  /** The faults. If several match a request, only the first one in the list applies. No fault affects `auth.createToken` or a request that is rejected before the operation runs. Empty if there are no faults. */
  faults: Fault[];
};

/** The remaining faults. */
export type FaultsRead = {
  data: Faults;
  message: components["schemas"]["NoMessage"];
};

/** The new faults. */
export type FaultsSet = {
  data: Faults;
  message: components["schemas"]["Message"];
};

/** One page of tokenized cards. */
export type CardList = {
  /** The cards on this page, the newest first. */
  data: components["schemas"]["TokenizedCard"][];
  meta: components["schemas"]["Meta"];
  message: components["schemas"]["NoMessage"];
};

/** One page of subaccounts with their ids. */
export type SubaccountListWithIds = {
  /** The subaccounts on this page, the newest first. */
  data: components["schemas"]["Subaccount"][];
  meta: components["schemas"]["Meta"];
  message: components["schemas"]["NoMessage"];
};

/** What the receiver does with a postback: return status 200, return status 500, not respond until the attempt times out, or close the connection. */
export type ReceiverBehavior = "accept" | "fail" | "hang" | "reset";

/** The built-in receiver of the company. */
export type Receiver = {
  /**
   * Format: uri
   * The address of the receiver, for a `postbackUrl`. It begins with the address that the sandbox listens on, because the sandbox itself sends the postbacks. The receiver needs no token.
   * @example http://127.0.0.1:4020/_sandbox/receiver/5f0c3b7e-2a94-4d18-b6e1-8c7d0a9f3e52
   */
  url: string;
  behavior: ReceiverBehavior;
};

/** The built-in receiver. */
export type ReceiverRead = {
  data: Receiver;
  message: components["schemas"]["NoMessage"];
};

/** What the receiver does from now on. */
export type ReceiverChange = {
  behavior: ReceiverBehavior;
};

/** The built-in receiver with its new behavior. */
export type ReceiverSet = {
  data: Receiver;
  message: components["schemas"]["Message"];
};

/** The type of the resource that changed. */
export type PostbackType = "payment" | "withdrawal";

/** The types of postbacks that the listener delivers. The sandbox delivers the others itself. */
export type ListenerTypes = PostbackType[];

/** The company's listener, if there is one. */
export type Listener = {
  /**
   * Whether there is a listener. Without one, the sandbox delivers all postbacks itself.
   * @example true
   */
  connected: boolean;
  types: ListenerTypes;
};

/** The listener. */
export type ListenerRead = {
  data: Listener;
  message: components["schemas"]["NoMessage"];
};

/** The name of the listener, a UUID that it draws at random when it starts. */
export type ListenerName = string;

/** Who asks, and for which postbacks. */
export type ListenerClaim = {
  listener: ListenerName;
  /**
   * The types of postbacks that it delivers, by default all.
   * @example [
   *   "payment"
   * ]
   */
  types?: PostbackType[];
  /**
   * How many postbacks it takes now, each of another payment or withdrawal.
   * @default 16
   * @example 16
   */
  limit?: number;
};

/** Names this delivery for `postbacks.reportAttempt`. */
export type Claim = string;

/** The status of the payment or withdrawal that the postback announces. */
export type AnnouncedStatus = string;

/** A postback to deliver, exactly as the sandbox would send it. */
export type ClaimedPostback = {
  claim: Claim;
  /**
   * Format: uuid
   * The id of the event.
   */
  eventId: string;
  type: PostbackType;
  /**
   * Format: uuid
   * The id of the payment or withdrawal.
   */
  resourceId: string;
  resourceStatus: AnnouncedStatus;
  /**
   * The `postbackUrl`, which the sandbox would call.
   * @example https://shop.example/postbacks
   */
  url: string;
  /**
   * The number of the attempt.
   * @example 1
   */
  attempt: number;
  /**
   * The method of the request.
   * @constant
   */
  method: "POST";
  /** The headers of the request. */
  headers: {
    /**
     * The media type of the body.
     * @example application/json
     */
    "content-type": string;
    /**
     * The sandbox and its version.
     * @example centavo-sandbox/0.1.0
     */
    "user-agent": string;
  };
  /**
   * The body as text. Its bytes in UTF-8 are those that the sandbox would send.
   * @example {"eventId":"f3b09c57-6a1e-4d82-9e40-7c25d8b1a693"}
   */
  body: string;
  /**
   * How long to wait for the whole response, in milliseconds.
   * @example 10000
   */
  timeout: number;
};

/** The role of the caller, and its postbacks. */
export type ListenerWork = {
  /**
   * Whether the caller is the listener, or waits until another one has gone.
   * @enum {string}
   */
  role: "active" | "standby";
  /** The postbacks to deliver now, the earliest first. */
  postbacks: ClaimedPostback[];
};

/** The role of the caller, and its postbacks. */
export type ListenerClaimed = {
  data: ListenerWork;
  message: components["schemas"]["NoMessage"];
};

/** Who stops. */
export type ListenerRelease = {
  listener: ListenerName;
};

/** Confirms that the caller is no longer the listener. */
export type ListenerReleased = {
  data: components["schemas"]["Confirmation"];
  message: components["schemas"]["Message"];
};

/** The customer's address. Omit it if the customer has none yet. */
export type CustomerAddressCreate = {
  zipcode: components["schemas"]["IntegerZipcode"];
  /**
   * The apartment, floor or block.
   * @example Conjunto 42
   */
  complement: string;
  /**
   * A nearby landmark.
   * @example Em frente ao parque
   */
  reference: string;
} & components["schemas"]["StreetAddress"];

/** The customer to create. */
export type CustomerCreate = {
  /**
   * The phone number.
   * @example +5511987654321
   */
  phoneNumber: string;
  /**
   * Format: date
   * The date of birth.
   * @example 1990-05-17
   */
  birthdate: string;
  address?: CustomerAddressCreate;
} & components["schemas"]["Person"];

/** The customer that was created. */
export type CustomerCreated = {
  data: components["schemas"]["Customer"];
  message: components["schemas"]["Message"];
};

/** The subscription to create. */
export type SubscriptionCreate = {
  /**
   * Format: uuid
   * The customer to charge.
   */
  customerId: string;
  /**
   * Format: uuid
   * The tokenized card to charge. It must belong to this customer.
   */
  cardId: string;
  /**
   * The title, which says what the subscription is for.
   * @example Plano mensal
   */
  title: string;
  /** The amount of each cycle, in centavos. */
  amount: components["schemas"]["Centavos"];
  /**
   * The amount charged for set-up, in centavos.
   * @default 0
   */
  setupAmount?: components["schemas"]["Centavos"];
  frequency: components["schemas"]["Frequency"];
  /**
   * The number of cycles to charge. Omit it for a lifelong subscription.
   * @example 12
   */
  duration?: number;
  /**
   * Format: date
   * The start date.
   * @example 2026-03-10
   */
  dueDate: string;
  /**
   * Format: date
   * The date on which the subscription ends.
   * @example 2027-03-05
   */
  expirationDate?: string;
  /**
   * The number of days for which a declined charge is retried.
   * @default 0
   * @example 5
   */
  tolerancePeriod?: number;
};

/** The subscription that was created. */
export type SubscriptionCreated = {
  data: components["schemas"]["Subscription"];
  message: components["schemas"]["Message"];
};

/** The next charge of a subscription, if nothing changes until then. */
export type NextCharge = {
  /**
   * Format: date
   * The day of the charge, in Brazil. The sandbox charges at its beginning.
   * @example 2026-03-10
   */
  date: string;
  /**
   * The amount of the charge, in centavos.
   * @example 6490
   */
  amount: components["schemas"]["Centavos"];
  /**
   * The number of the cycle, toward `duration`. Cycles that begin during a suspension do not count.
   * @example 1
   */
  cycle: number;
  /**
   * 1 for the first charge of the cycle. A higher number is a retry, because the attempts before were declined.
   * @example 1
   */
  attempt: number;
};

/** What the payment API does not show about a subscription. */
export type SubscriptionDetails = {
  /**
   * Format: uuid
   * The subscription's id.
   */
  subscriptionId: string;
  /** The next charge, or null if there is none: the subscription is not `ACTIVE`, or has charged its last cycle. */
  nextCharge: NextCharge | null;
};

/** The details of the subscription. */
export type SubscriptionDetailsRead = {
  data: SubscriptionDetails;
  message: components["schemas"]["NoMessage"];
};

/** The withdrawal to create. */
export type WithdrawalCreate = {
  /** The amount to withdraw, in centavos. */
  amount: components["schemas"]["Centavos"];
  /** @default PIX */
  withdrawalPaymentType?: components["schemas"]["WithdrawalPaymentType"];
  /**
   * Format: uri
   * The URL on your server that receives postbacks (webhooks) when the status changes. Omit it if you have none.
   * @example https://shop.example/postbacks
   */
  postbackUrl?: string;
  pixKeyType: components["schemas"]["PixKeyType"];
  /**
   * The Pix key that receives the money.
   * @example 52998224725
   */
  pixKey: string;
};

/** The withdrawal that was created. */
export type WithdrawalCreated = {
  data: components["schemas"]["Withdrawal"];
  message: components["schemas"]["Message"];
};

/** The withdrawal's status in the sandbox. Of the service's own values only `PENDING` is known. The sandbox uses no other values than these. When a withdrawal becomes `FAILED`, its money returns to the balance. */
export type SandboxWithdrawalStatus = "PENDING" | "PAID" | "FAILED";

/** The new status of the withdrawal. */
export type WithdrawalStatusChange = {
  status: SandboxWithdrawalStatus;
};

/** The withdrawal with its new status. */
export type WithdrawalStatusChanged = {
  data: components["schemas"]["Withdrawal"];
  message: components["schemas"]["Message"];
};

/** The error that `payments.refund` would return. */
export type RefundRefusal = {
  /**
   * Format: int32
   * The sandbox's own return code of the rule that the refund breaks.
   * @example -90303
   */
  returnCode: number;
  /**
   * The rule that the refund breaks, for people to read.
   * @example O pagamento já foi recebido em D+30: card, SUCCEEDED
   */
  message: string;
};

/** What the payment API does not show about a payment. */
export type PaymentDetails = {
  /**
   * Format: uuid
   * The payment's id.
   */
  paymentId: string;
  /**
   * Format: uuid
   * The customer who pays.
   * @example 8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10
   */
  customerId: string;
  /**
   * Format: uuid
   * The subscription that the payment was made for, or null if there is none.
   * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
   */
  subscriptionId: string | null;
  /** Whether the payment was anticipated. */
  anticipated: boolean;
  /** Why the service would refuse to refund the payment now, or null if a refund is possible. */
  refundRefused: RefundRefusal | null;
  /**
   * Format: password
   * The page on which a tester plays the buyer of this payment: pays it, pays it late, or lets it expire. Whoever has the address can do so. It is null if nothing is left for the buyer to do, or if the sandbox has no such pages: one that others can reach needs `--pay-pages`.
   */
  buyerPageUrl: string | null;
  /**
   * Format: password
   * A picture of the QR code of `buyerPageUrl`, to open it on a phone. It is not the code of a Pix.
   */
  buyerPageQrCodeUrl: string | null;
};

/** The details of the payment. */
export type PaymentDetailsRead = {
  data: PaymentDetails;
  message: components["schemas"]["NoMessage"];
};

/** The new status of the payment. */
export type PaymentStatusChange = {
  status: components["schemas"]["PaymentStatus"];
};

/** The payment with its new status. */
export type PaymentStatusChanged = {
  data: components["schemas"]["Payment"];
  message: components["schemas"]["Message"];
};

/** The anticipated payment. */
export type PaymentAnticipated = {
  data: components["schemas"]["Payment"];
  message: components["schemas"]["Message"];
};

/** The subaccount's status in the sandbox. Of the service's own values only `PENDING` is known. The sandbox uses no other values than these. */
export type SandboxSubaccountStatus = "PENDING" | "APPROVED" | "REJECTED";

/** The new status of the subaccount. */
export type SubaccountStatusChange = {
  status: SandboxSubaccountStatus;
};

/** The subaccount with its new status. */
export type SubaccountStatusChanged = {
  data: components["schemas"]["Subaccount"];
  message: components["schemas"]["Message"];
};

/** An amount that becomes available on a date. */
export type Receivable = {
  /**
   * Format: date
   * The date on which the amount becomes available.
   * @example 2026-04-01
   */
  date: string;
  amount: components["schemas"]["Centavos"];
};

/** The available balance and the receivables of an account. */
export type AccountBalance = {
  /**
   * The amount that can be withdrawn now, in centavos. It is negative if more was taken back than was available.
   * @example 249630
   */
  available: components["schemas"]["Centavos"];
  /** The amounts that become available later, the earliest first. */
  receivable: Receivable[];
};

/** The available balance and the receivables of a subaccount. */
export type SubaccountBalance = {
  /**
   * Format: uuid
   * The subaccount's id.
   */
  subaccountId: string;
} & AccountBalance;

/** The balance of the company and of each of its subaccounts. */
export type Balance = {
  /** The balances of the subaccounts. The company's own balance does not include them. */
  subaccounts: SubaccountBalance[];
} & AccountBalance;

/** The balance. */
export type BalanceRead = {
  data: Balance;
  message: components["schemas"]["NoMessage"];
};

/** The account. `receivable` holds money that becomes available later, `available` money that can be withdrawn, and `fees` what the provider keeps. `buyers` and `banks` stand for the world outside: money that came in is negative there, and money that left is positive. `buyers` and `fees` belong to the company, `banks` to whoever withdraws. */
export type LedgerAccountName = "receivable" | "available" | "fees" | "buyers" | "banks";

/** The fields that identify an account of the ledger. */
export type LedgerAccountBase = {
  account: LedgerAccountName;
  /**
   * Format: uuid
   * The subaccount that the account belongs to, or null if it is the company's own.
   * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
   */
  subaccountId: string | null;
};

/** An account of the ledger. */
export type LedgerAccount = {
  /**
   * The sum of the entries up to today, in centavos.
   * @example 6360
   */
  balance: components["schemas"]["Centavos"];
  /**
   * The sum of the entries dated after today, in centavos.
   * @example -6360
   */
  scheduled: components["schemas"]["Centavos"];
} & LedgerAccountBase;

/** The accounts of the ledger. */
export type LedgerAccountList = {
  /** The accounts, the company's own first. */
  data: LedgerAccount[];
  message: components["schemas"]["NoMessage"];
};

/** An entry in an account of the ledger. */
export type LedgerEntry = {
  /**
   * The amount in centavos. A debit is negative.
   * @example -10000
   */
  amount: components["schemas"]["Centavos"];
  /**
   * Format: date
   * The day on which the entry takes effect. It may be in the future.
   * @example 2026-03-02
   */
  day: string;
} & LedgerAccountBase;

/** What entries are posted for. A `return` gives back the money of a withdrawal that failed. */
export type LedgerEvent =
  | "sale"
  | "refund"
  | "chargeback"
  | "anticipation"
  | "withdrawal"
  | "return";

/** An entry in an account of the ledger, with the event that it was posted for. */
export type PostedLedgerEntry = {
  event: LedgerEvent;
} & LedgerEntry;

/** The ledger entries of a payment or withdrawal. */
export type LedgerEntryList = {
  /** The entries, the earliest event first. */
  data: PostedLedgerEntry[];
  message: components["schemas"]["NoMessage"];
};

/** A day on which money enters or leaves an available balance. It may be in the future. */
export type ReceivableDay = {
  /**
   * Format: date
   * The day.
   * @example 2026-04-04
   */
  day: string;
  /**
   * What comes in, less fees, splits and what refunds and chargebacks take, in centavos.
   * @example 7701
   */
  net: components["schemas"]["Centavos"];
  /**
   * What went to the bank, less what came back from withdrawals that failed, in centavos. It is not in `net`.
   * @example 0
   */
  withdrawn: components["schemas"]["Centavos"];
  /**
   * The balance at the end of the day, in centavos.
   * @example 7701
   */
  balance: components["schemas"]["Centavos"];
};

/** The days on which an available balance changes. */
export type ReceivableDayList = {
  /** The days, the earliest first. */
  data: ReceivableDay[];
  message: components["schemas"]["NoMessage"];
};

/** A change of an available balance by an event of a payment or withdrawal. */
export type StatementMovement = {
  /**
   * Format: date
   * The day on which the balance changes.
   * @example 2026-04-04
   */
  day: string;
  event: LedgerEvent;
  /**
   * Format: uuid
   * The payment, or null if it is a withdrawal.
   * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
   */
  paymentId: string | null;
  /**
   * Format: uuid
   * The withdrawal, or null if it is a payment.
   * @example null
   */
  withdrawalId: string | null;
  /**
   * What the buyer paid for the whole payment, in centavos, or null if it is a withdrawal.
   * @example 10000
   */
  gross: number | null;
  /**
   * What the service kept of it, in centavos, or null if it is a withdrawal.
   * @example 299
   */
  fees: number | null;
  /**
   * What subaccounts got of it, in centavos, or null if it is a withdrawal.
   * @example 2000
   */
  splits: number | null;
  /**
   * The change of the balance, in centavos.
   * @example 7701
   */
  amount: components["schemas"]["Centavos"];
  /**
   * The balance after it, in centavos. Null if the statement has the movements of one event only.
   * @example 7701
   */
  balance: number | null;
  /**
   * The name of the buyer at the time of the payment, or null if it is a withdrawal.
   * @example Ana Souza
   */
  buyer: string | null;
  /**
   * How the buyer pays, or null if it is a withdrawal.
   * @example card
   * @enum {string|null}
   */
  paymentMethod: "pix" | "card" | "billet" | null;
};

/** The changes of an available balance, one by one. */
export type Statement = {
  /**
   * Format: uuid
   * The subaccount, or null for the company itself.
   * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
   */
  subaccountId: string | null;
  /**
   * The balance before the first day, in centavos.
   * @example 364640
   */
  openingBalance: components["schemas"]["Centavos"];
  /** One page of the movements, the latest first. */
  movements: StatementMovement[];
  /**
   * The `after` of the next page, or null if this is the last.
   * @example null
   */
  next: string | null;
  /**
   * The balance at the end of the last day, in centavos.
   * @example 249630
   */
  closingBalance: components["schemas"]["Centavos"];
};

/** The statement. */
export type StatementRead = {
  data: Statement;
  message: components["schemas"]["NoMessage"];
};

/** What caused the event. */
export type EventCause = {
  /**
   * What caused the event: a request of the company, a job that fell due, the delivery of a postback, or a tester who plays the buyer on the page of a payment.
   * @enum {string}
   */
  type: "request" | "job" | "delivery" | "buyer";
  /**
   * Format: uuid
   * The id of the request, or null if something else, or the import of a state file, caused the event.
   * @example 7c5e0b94-3d21-4f68-a9b7-1e8d6f04c352
   */
  requestId: string | null;
};

/** The fields that every event has, whatever its type. */
export type EventBase = {
  /**
   * The event's id. A later event of the company has a higher id.
   * @example 41
   */
  id: number;
  /** When it happened, by the company's clock. */
  at: components["schemas"]["Timestamp"];
  cause: EventCause;
};

/** A request from the company. Secrets and card numbers are masked. */
export type ReceivedRequest = {
  /**
   * Format: uuid
   * The request's id, which `cause.requestId` of an event refers to.
   * @example 7c5e0b94-3d21-4f68-a9b7-1e8d6f04c352
   */
  id: string;
  /**
   * The HTTP method.
   * @example POST
   */
  method: string;
  /**
   * The path, without the query.
   * @example /payments/refund
   */
  path: string;
  /**
   * The operation, or null if no operation has this method and path.
   * @example payments.refund
   */
  operationId: string | null;
  /**
   * The query parameters, by name.
   * @example {
   *   "limit": "20"
   * }
   */
  query: {
    [key: string]: unknown;
  };
  /**
   * Format: uuid
   * The subaccount that the request was for, which a valid request names in the header `x-subaccount-id`. Null if it named none, or was not valid.
   * @example 71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253
   */
  subaccountId: string | null;
  /**
   * The body, or null if there was none. A body of more than 10,000 characters is replaced by its length, such as `30211 characters`.
   * @example {
   *   "transactionId": "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d"
   * }
   */
  body: unknown;
};

/** A request of the company has begun that takes several transactions, such as an advance of the clock. Its `request.completed` follows with what was sent, and has the same `cause.requestId`. */
export type RequestReceivedEvent = {
  /** @constant */
  type: "request.received";
  resource: null;
  data: ReceivedRequest;
} & EventBase;

/** A resource that an event concerns. */
export type EventResource = {
  /**
   * The kind of resource.
   * @enum {string}
   */
  type:
    | "payment"
    | "customer"
    | "card"
    | "subaccount"
    | "subscription"
    | "bankAccount"
    | "withdrawal";
  /**
   * The id of the resource. The id of a bank account is a number, written as a string.
   * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
   * @example 1807
   */
  id: string;
};

/** A request from the company, and its outcome. Secrets and card numbers are masked. */
export type LoggedRequest = {
  /**
   * The HTTP status of the response, or null if a fault closed the connection.
   * @example 400
   */
  status: number | null;
  /**
   * Why the request was rejected. Empty if it was not.
   * @example [
   *   "O pagamento não pode ser estornado"
   * ]
   */
  reasons: string[];
  /**
   * The body of the response, or null if there was none. A body of more than 10,000 characters is replaced by its length, such as `30211 characters`.
   * @example {
   *   "data": {
   *     "message": "O pagamento não pode ser estornado",
   *     "error": "Bad Request",
   *     "statusCode": 400
   *   }
   * }
   */
  response: unknown;
  /**
   * How long the request took, in milliseconds.
   * @example 3.2
   */
  duration: number;
} & ReceivedRequest;

/** The sandbox responded to a request of the company, or a fault closed its connection. */
export type RequestCompletedEvent = {
  /** @constant */
  type: "request.completed";
  /** The resource that the request concerns, or null if there is none. */
  resource: EventResource | null;
  data: LoggedRequest;
} & EventBase;

/** The warnings about a request. */
export type RequestWarnings = {
  /**
   * The operation.
   * @example customers.update
   */
  operationId: string;
  /**
   * What is probably a mistake: an unknown field, which was ignored, a CPF or CNPJ whose check digits are wrong, or other data of a buyer that no bank would take.
   * @example [
   *   "phone is unknown and was ignored"
   * ]
   */
  warnings: string[];
};

/** A request contained something that is allowed but probably a mistake. */
export type RequestWarnedEvent = {
  /** @constant */
  type: "request.warned";
  /** The resource that the request concerns, or null if there is none. */
  resource: EventResource | null;
  data: RequestWarnings;
} & EventBase;

/** A change of status. */
export type StatusChange = {
  /**
   * The status before, or null if the resource was created.
   * @example SUCCEEDED
   */
  from: string | null;
  /**
   * The status after.
   * @example DISPUTED
   */
  to: string;
};

/** A payment, subscription, subaccount or withdrawal was created or changed its status. */
export type StatusChangedEvent = {
  /** @constant */
  type: "status.changed";
  /** The payment, subscription, subaccount or withdrawal. */
  resource: EventResource;
  data: StatusChange;
} & EventBase;

/** The ledger entries of an event of a payment or withdrawal. */
export type LedgerPosting = {
  event: LedgerEvent;
  /** The entries. They sum to zero on every day. */
  entries: LedgerEntry[];
};

/** Entries were posted to the ledger. */
export type LedgerPostedEvent = {
  /** @constant */
  type: "ledger.posted";
  /** The payment or withdrawal that the entries belong to. */
  resource: EventResource;
  data: LedgerPosting;
} & EventBase;

/** Money that became available at the beginning of a day, by the calendar of Brazil. */
export type Settlement = {
  /**
   * Format: uuid
   * The subaccount whose money it is, or null if it is the company's own.
   * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
   */
  subaccountId: string | null;
  /**
   * Format: date
   * The day.
   * @example 2026-04-01
   */
  day: string;
  /**
   * What became available, in centavos: the sum of the owner's receivables of this day. What was refunded before is not part of it.
   * @example 4990
   */
  amount: components["schemas"]["Centavos"];
};

/** Money of the company or of a subaccount became available, because its day came. Money that is available at once, such as a Pix, has no such event. */
export type BalanceSettledEvent = {
  /** @constant */
  type: "balance.settled";
  /** The subaccount whose money it is, or null if it is the company's own. */
  resource: EventResource | null;
  data: Settlement;
} & EventBase;

/** A charge of a subscription, and its outcome. */
export type SubscriptionCharge = {
  /**
   * Format: uuid
   * The payment, or null if none was made.
   * @example b61f7e03-8a5d-4c92-9f14-d20e7a3c6b58
   */
  paymentId: string | null;
  /**
   * The amount of the charge, in centavos.
   * @example 6490
   */
  amount: components["schemas"]["Centavos"];
  /**
   * 1 for the first charge of a cycle. Higher numbers are retries.
   * @example 1
   */
  attempt: number;
  /**
   * The outcome. With `SKIPPED` no payment was made, because the card or the customer was deleted or the company cannot receive the amount.
   * @enum {string}
   */
  outcome: "SUCCEEDED" | "PENDING" | "FAILED" | "SKIPPED";
};

/** A charge of a subscription fell due. */
export type SubscriptionChargedEvent = {
  /** @constant */
  type: "subscription.charged";
  /** The subscription. */
  resource: EventResource;
  data: SubscriptionCharge;
} & EventBase;

/** The fields that every delivery attempt has. */
export type PostbackAttemptBase = {
  /**
   * The HTTP status of the receiver's response, or null if there was none.
   * @example 503
   */
  status: number | null;
  /**
   * The beginning of the receiver's response, without keys, tokens and card numbers, or null if there was none.
   * @example Service Unavailable
   */
  answer: string | null;
  /**
   * Why there was no response or only part of one, or null if there was no error.
   * @example Nothing listens at this address (ECONNREFUSED).
   */
  problem: string | null;
  /**
   * Present and true if a listener made the attempt.
   * @example true
   */
  forwarded?: boolean;
};

/** A delivery attempt of a postback. */
export type AttemptedPostback = {
  /**
   * Format: uuid
   * The id of the postback, which `postbacks.redeliver` takes.
   */
  eventId: string;
  resourceStatus: AnnouncedStatus;
  /**
   * The number of the attempt.
   * @example 2
   */
  attempt: number;
  /** When the next attempt is due, or null if there is none. */
  nextAttemptAt: components["schemas"]["Timestamp"] | null;
} & PostbackAttemptBase;

/** The sandbox attempted to deliver a postback. */
export type PostbackAttemptedEvent = {
  /** @constant */
  type: "postback.attempted";
  /** The payment or withdrawal that the postback is about. */
  resource: EventResource;
  data: AttemptedPostback;
} & EventBase;

/** How far the clock was advanced. */
export type ClockChange = {
  /** The time before. */
  from: components["schemas"]["Timestamp"];
  /** The time after. */
  to: components["schemas"]["Timestamp"];
};

/** The company's clock was advanced. */
export type ClockAdvancedEvent = {
  /** @constant */
  type: "clock.advanced";
  /** Always null in this event. */
  resource: null;
  data: ClockChange;
} & EventBase;

/** The company was restored from a snapshot. */
export type CompanyRestoredEvent = {
  /** @constant */
  type: "company.restored";
  /** Always null in this event. */
  resource: null;
  data: RestoredSnapshot;
} & EventBase;

/** What was imported. */
export type ImportedRecords = {
  /**
   * The number of resources and postbacks that were imported.
   * @example 120
   */
  records: number;
};

/** The data of the company were imported from a state file. */
export type CompanyImportedEvent = {
  /** @constant */
  type: "company.imported";
  /** Always null in this event. */
  resource: null;
  data: ImportedRecords;
} & EventBase;

/** Something that happened to the company. `type` decides what `data` is. */
export type Event =
  | RequestReceivedEvent
  | RequestCompletedEvent
  | RequestWarnedEvent
  | StatusChangedEvent
  | LedgerPostedEvent
  | BalanceSettledEvent
  | SubscriptionChargedEvent
  | PostbackAttemptedEvent
  | ClockAdvancedEvent
  | CompanyRestoredEvent
  | CompanyImportedEvent;

/** One page of events. */
export type EventList = {
  /** The events on this page, the newest first. */
  data: Event[];
  meta: components["schemas"]["Meta"];
  message: components["schemas"]["NoMessage"];
};

/** A request from the company in the log of requests. */
export type RequestLogEntry = {
  at: components["schemas"]["Timestamp"];
} & LoggedRequest;

/** One page of the company's requests. */
export type RequestList = {
  /** The requests on this page, the newest first. */
  data: RequestLogEntry[];
  meta: components["schemas"]["Meta"];
  message: components["schemas"]["NoMessage"];
};

/** The postback's status. A `FAILED` postback is not retried automatically. */
export type PostbackStatus = "PENDING" | "DELIVERED" | "FAILED";

/** One delivery attempt. */
export type PostbackAttempt = {
  at: components["schemas"]["Timestamp"];
} & PostbackAttemptBase;

/** A change that the sandbox sends to the `postbackUrl` of a payment or withdrawal. */
export type Postback = {
  /**
   * The resource that changed.
   * @enum {string}
   */
  type: "payment" | "withdrawal";
  /**
   * Format: uuid
   * The id of the payment or withdrawal.
   */
  resourceId: string;
  resourceStatus: AnnouncedStatus;
  /**
   * The URL that receives the postback.
   * @example https://shop.example/postbacks
   */
  url: string;
  status: PostbackStatus;
  /** When the next attempt is due, or null if there is none. */
  nextAttemptAt: components["schemas"]["Timestamp"] | null;
  /** The delivery attempts, the earliest first. The sandbox keeps only the latest 20. */
  attempts: PostbackAttempt[];
} & components["schemas"]["PostbackBase"];

/** One page of postbacks. */
export type PostbackList = {
  /** The postbacks on this page, the newest first. */
  data: Postback[];
  meta: components["schemas"]["Meta"];
  message: components["schemas"]["NoMessage"];
};

/** The withdrawal after the change. */
export type WithdrawalPostback = {
  /** @constant */
  type: "withdrawal";
  data: components["schemas"]["Withdrawal"];
} & components["schemas"]["PostbackBase"];

/** The body of a postback. `type` decides what `data` is. */
export type PostbackBody = components["schemas"]["PaymentPostback"] | WithdrawalPostback;

/** A postback with its body. */
export type PostbackDetails = {
  /** The body that the receiver gets. It is the same in every attempt. */
  body: PostbackBody;
} & Postback;

/** The postback. */
export type PostbackRead = {
  data: PostbackDetails;
  message: components["schemas"]["NoMessage"];
};

/** The outcome of a delivery. */
export type AttemptReport = {
  claim: Claim;
  /**
   * The HTTP status of the response, or null if there was none.
   * @example 503
   */
  status: number | null;
  /**
   * The beginning of the response, or null if there was none. The sandbox masks keys, tokens and card numbers, and keeps 500 characters.
   * @example Service Unavailable
   */
  answer: string | null;
  /**
   * Why there was no response or only part of one, or null if there was no error.
   * @example Nothing listens at this address (ECONNREFUSED).
   */
  problem: string | null;
  /**
   * Whether the attempt timed out. An advance of the clock then waits less for the next one.
   * @example false
   */
  timedOut: boolean;
};

/** What became of a reported attempt. */
export type ReportedAttempt = {
  /**
   * Whether the attempt was recorded. It was not if the report came too late, or a second time.
   * @example true
   */
  recorded: boolean;
  status: PostbackStatus;
  /** When the next attempt is due, or null if there is none. */
  nextAttemptAt: components["schemas"]["Timestamp"] | null;
};

/** What became of a reported attempt. */
export type AttemptReported = {
  data: ReportedAttempt;
  message: components["schemas"]["NoMessage"];
};

/** How long to delay a postback. */
export type PostbackDelay = {
  /**
   * The number of seconds from now until the next attempt. The maximum is 3660 days.
   * @example 3600
   */
  seconds: number;
};

/** The postback, which is due later. */
export type PostbackDelayed = {
  data: Postback;
  message: components["schemas"]["Message"];
};

/** The postback, which is due again. */
export type PostbackRedelivered = {
  data: Postback;
  message: components["schemas"]["Message"];
};

/** Confirms that the company was deleted. */
export type CompanyDeleted = {
  data: components["schemas"]["Confirmation"];
  message: components["schemas"]["Message"];
};

/** What the company is called. A field that is missing stays as it is. */
export type CompanyUpdate = {
  /**
   * The company's name, without control characters.
   * @example Loja da Ana
   */
  name?: CompanyName;
  /**
   * Who is responsible for the company, such as a team or a person.
   * @example Checkout team
   */
  owner?: CompanyName;
};

/** The company with its new name or owner. */
export type CompanyUpdated = {
  data: SandboxCompany;
  message: components["schemas"]["Message"];
};

/** The company and its new key pair. */
export type KeysRotated = {
  data: NewCompany;
  message: components["schemas"]["Message"];
};

/** An invitation to the inspector of a company, which nobody has used yet. */
export type Invitation = {
  /**
   * Format: uuid
   * The invitation's id.
   * @example b7d0c3f1-6a52-4e8d-9f04-3c1e5a7b9d20
   */
  invitationId: string;
  /**
   * Format: date-time
   * When the invitation expires, on the system's clock.
   * @example 2026-03-03T14:20:00.000Z
   */
  expiresAt: string;
};

/** The invitations of the company. */
export type InvitationList = {
  /** The invitations that can still be used, the oldest first. */
  data: Invitation[];
  message: components["schemas"]["NoMessage"];
};

/** A new invitation with its link, which is shown only once. */
export type NewInvitation = {
  /**
   * Format: password
   * The link that opens the inspector of the company. Its token is in the fragment, which browsers send to no server.
   */
  invitationUrl: string;
} & Invitation;

/** The invitation that was created. */
export type InvitationCreated = {
  data: NewInvitation;
  message: components["schemas"]["Message"];
};

/** Confirms that the invitation was revoked. */
export type InvitationRevoked = {
  data: components["schemas"]["Confirmation"];
  message: components["schemas"]["Message"];
};

/** Something that a search has found, with what tells it apart. */
export type SearchResult = {
  /**
   * What it is.
   * @enum {string}
   */
  type:
    | "payment"
    | "customer"
    | "subscription"
    | "subaccount"
    | "card"
    | "withdrawal"
    | "postback"
    | "request";
  /**
   * The id of the resource or of the request.
   * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
   */
  id: string;
  /**
   * The name of the customer, the subaccount or the buyer, the title of the subscription, the brand and last digits of the card, the way of the withdrawal, what the postback says, or the operation or path of the request.
   * @example Maria Souza
   */
  name: string;
  /**
   * The status of the resource, or the HTTP status of the response to a request. Null for a card, or if a fault closed the connection.
   * @example PENDING
   */
  status: string | null;
  /**
   * The amount of a payment, of a subscription's charges or of a withdrawal, in centavos. Null for anything else.
   * @example 4990
   */
  amount: number | null;
  /** When it was created, or when the request was made. */
  at: components["schemas"]["Timestamp"];
};

/** What a search has found. */
export type SearchResultList = {
  /** The results, those of a type next to each other and the newest first. */
  data: SearchResult[];
  message: components["schemas"]["NoMessage"];
};

/** A transition of SandboxWithdrawalStatus that the contract allows. */
export type SandboxWithdrawalStatusTransition = "PENDING → PAID" | "PENDING → FAILED";

/** A transition of SandboxSubaccountStatus that the contract allows. */
export type SandboxSubaccountStatusTransition = "PENDING → APPROVED" | "PENDING → REJECTED";

/** A transition of PostbackStatus that the contract allows. */
export type PostbackStatusTransition =
  | "PENDING → DELIVERED"
  | "PENDING → FAILED"
  | "DELIVERED → PENDING"
  | "FAILED → PENDING";
