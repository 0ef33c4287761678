// Generated from openapi/ by `npm run generate`. Do not edit.

import type { ApiPromise, PagePromise } from "../src/client/api-promise.ts";
import type { CallOptions } from "../src/client/options.ts";
import type {
  operations as Operations,
  BankAccountCreate,
  BankAccountCreated,
  BankAccountList,
  CardDeleted,
  CardRead,
  CardTokenize,
  CardTokenized,
  CustomerDeleted,
  CustomerList,
  CustomerRead,
  CustomerUpdate,
  CustomerUpdated,
  PaymentCreate,
  PaymentCreated,
  PaymentList,
  PaymentRead,
  PaymentRefund,
  PaymentRefunded,
  SubaccountDeleted,
  SubaccountList,
  SubaccountPfCreate,
  SubaccountPfCreated,
  SubaccountPjCreate,
  SubaccountPjCreated,
  SubaccountRead,
  SubscriptionCanceled,
  SubscriptionList,
  SubscriptionReactivated,
  SubscriptionRead,
  SubscriptionSplitAdded,
  SubscriptionSplitCreate,
  SubscriptionSplitRemoved,
  SubscriptionSuspended,
  SubscriptionUpdate,
  SubscriptionUpdated,
  TokenCreate,
  TokenCreated,
  WithdrawalList,
  WithdrawalRead,
} from "./types.ts";

/** What `payments.list` can be narrowed by, and which page it returns. */
export type PaymentsListQuery = NonNullable<Operations["payments.list"]["parameters"]["query"]>;

/** What `subscriptions.list` can be narrowed by, and which page it returns. */
export type SubscriptionsListQuery = NonNullable<
  Operations["subscriptions.list"]["parameters"]["query"]
>;

/** What `customers.list` can be narrowed by, and which page it returns. */
export type CustomersListQuery = NonNullable<Operations["customers.list"]["parameters"]["query"]>;

/** What `subaccounts.list` can be narrowed by, and which page it returns. */
export type SubaccountsListQuery = NonNullable<
  Operations["subaccounts.list"]["parameters"]["query"]
>;

/** What `bankAccounts.list` can be narrowed by, and which page it returns. */
export type BankAccountsListQuery = NonNullable<
  Operations["bankAccounts.list"]["parameters"]["query"]
>;

/** What `withdrawals.list` can be narrowed by, and which page it returns. */
export type WithdrawalsListQuery = NonNullable<
  Operations["withdrawals.list"]["parameters"]["query"]
>;

/** A client of the payment interface: one method for each operation. */
export interface Centavo {
  /** Exchange a key pair for the bearer token that every other operation needs. */
  auth: {
    /**
     * Get a token.
     *
     * Exchanges the company's key pair for an access token, which every other operation needs. The token lasts 3600 seconds: keep it and use it again until then, rather than asking for one with each call. This operation itself carries no bearer token. Call it from your server only, since the private key must never reach a browser or an app.
     *
     * @example
     * const { data } = await centavo.auth.createToken({
     *   publicKey: "pk_example_2f9a7c",
     *   privateKey: "sk_example_not_a_real_key"
     * });
     */
    createToken(body: TokenCreate, options?: CallOptions): ApiPromise<TokenCreated>;
  };

  /** Charge a card, a tokenised card, a PIX or a billet, divide the amount between subaccounts, and refund a card payment. */
  payments: {
    /**
     * List payments.
     *
     * Returns the payments of the authenticated company, a page at a time.
     *
     * @example
     * for await (const item of centavo.payments.list()) console.log(item);
     */
    list(query?: PaymentsListQuery, options?: CallOptions): PagePromise<PaymentList>;

    /**
     * Create a payment.
     *
     * Charges the buyer by card, tokenised card, PIX or billet; `paymentType` selects which. A card payment needs full customer, address and card data, and is `SUCCEEDED` when it is accepted. A billet is `PENDING` when it is accepted: show the buyer `billetDetails`. With `splits`, parts of the amount go to subaccounts, and the answer tells what each receives. No way to make the call safe to repeat is described: before you send it again after a failure, look in the list whether it went through.
     *
     * @example
     * const { data } = await centavo.payments.create({
     *   paymentType: "tokenizedCard",
     *   billingData: {
     *     amount: 4990,
     *     installments: 1
     *   },
     *   customerData: {
     *     remoteIpv4: "203.0.113.7",
     *     firstName: "Maria",
     *     lastName: "Souza",
     *     document: "39053344705",
     *     email: "maria.souza@example.com",
     *     address: {
     *       street: "Avenida Paulista",
     *       streetNumber: 1578,
     *       neighborhood: "Bela Vista",
     *       city: "São Paulo",
     *       state: "SP",
     *       zipcode: "01310200"
     *     }
     *   },
     *   tokenizedCardId: "3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a"
     * });
     */
    create(body: PaymentCreate, options?: CallOptions): ApiPromise<PaymentCreated>;

    /**
     * Read a payment.
     *
     * Returns one payment of the authenticated company with its current status. After a postback, read the payment here rather than trusting the delivery: neither its contents nor a signature is described.
     *
     * @param paymentId The payment's id.
     *
     * @example
     * const { data } = await centavo.payments.get("c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d");
     */
    get(paymentId: string, options?: CallOptions): ApiPromise<PaymentRead>;

    /**
     * Refund a card payment.
     *
     * Returns the money of a card payment to its buyer. The payment becomes `REFUNDED`, and the answer shows it with
     * `splits` empty. Three rules hold:
     *
     * 1. The payment was made by credit card.
     * 2. The balance must be available.
     * 3. A payment that was received at D+30 or anticipated cannot be refunded, nor one of which an instalment was paid
     *    while the balance is not available.
     *
     * The id of the payment goes into the body, as `transactionId`.
     *
     * @example
     * const { data } = await centavo.payments.refund({
     *   transactionId: "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d"
     * });
     */
    refund(body: PaymentRefund, options?: CallOptions): ApiPromise<PaymentRefunded>;
  };

  /** Store a customer's card as a token, so that later charges need no card number. A stored card is only ever shown masked. */
  cards: {
    /**
     * Tokenise a card.
     *
     * Stores a card of a customer and returns a token for it. Use the token in payments and subscriptions; the card number and the security code are not needed again and are never returned.
     *
     * @example
     * const { data } = await centavo.cards.tokenize({
     *   customerId: "8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10",
     *   cardNumber: "4111111111111111",
     *   holderName: "MARIA SOUZA",
     *   expirationMonth: "08",
     *   expirationYear: "2031",
     *   securityCode: "123"
     * });
     */
    tokenize(body: CardTokenize, options?: CallOptions): ApiPromise<CardTokenized>;

    /**
     * Read a tokenised card.
     *
     * Returns a stored card, masked to its first four and last four digits. You can read only a card of the customer that it is linked to.
     *
     * @param tokenizedCardId The token, as `cards.tokenize` returned it.
     *
     * @example
     * const { data } = await centavo.cards.get("3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a");
     */
    get(tokenizedCardId: string, options?: CallOptions): ApiPromise<CardRead>;

    /**
     * Delete a tokenised card.
     *
     * Deletes a stored card. This cannot be undone: the token cannot be used in payments again. You can delete only a card of the customer that it is linked to.
     *
     * @param tokenizedCardId The token, as `cards.tokenize` returned it.
     *
     * @example
     * const { data } = await centavo.cards.delete("3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a");
     */
    delete(tokenizedCardId: string, options?: CallOptions): ApiPromise<CardDeleted>;
  };

  /** Recurring charges on a tokenised card: change them, divide them, pause, resume and cancel them. How a subscription is created is not described. */
  subscriptions: {
    /**
     * List subscriptions.
     *
     * Returns the subscriptions of the authenticated company, a page at a time.
     *
     * @example
     * for await (const item of centavo.subscriptions.list()) console.log(item);
     */
    list(query?: SubscriptionsListQuery, options?: CallOptions): PagePromise<SubscriptionList>;

    /**
     * Read a subscription.
     *
     * Returns one subscription of the authenticated company, with its splits.
     *
     * @param subscriptionId The subscription's id.
     *
     * @example
     * const { data } = await centavo.subscriptions.get("b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274");
     */
    get(subscriptionId: string, options?: CallOptions): ApiPromise<SubscriptionRead>;

    /**
     * Update a subscription.
     *
     * Changes a subscription, all but its splits. Leave `duration` out only if the subscription is to go on for life: that is what its absence means, not that it stays as it was. Splits have operations of their own.
     *
     * @param subscriptionId The subscription's id.
     *
     * @example
     * const { data } = await centavo.subscriptions.update("b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274", {
     *   customerId: "8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10",
     *   tokenizedCardId: "3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a",
     *   frequency: 30,
     *   title: "Plano mensal",
     *   amount: 5990,
     *   duration: 12,
     *   expirationDate: "2027-03-05"
     * });
     */
    update(
      subscriptionId: string,
      body: SubscriptionUpdate,
      options?: CallOptions,
    ): ApiPromise<SubscriptionUpdated>;

    /**
     * Cancel a subscription.
     *
     * Cancels a subscription, whatever its status. This is final; to pause a subscription, suspend it.
     *
     * @param subscriptionId The subscription's id.
     *
     * @example
     * const { data } = await centavo.subscriptions.cancel("b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274");
     */
    cancel(subscriptionId: string, options?: CallOptions): ApiPromise<SubscriptionCanceled>;

    /**
     * Add a split to a subscription.
     *
     * Gives a subaccount a part of the subscription, as a fixed amount or as a percentage. The subaccount must be approved, and all splits together may not exceed what is left after the subscription fee. The subscription's id goes into the body.
     *
     * @example
     * const { data } = await centavo.subscriptions.addSplit({
     *   subscriptionId: "b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274",
     *   subaccountId: "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846",
     *   splitType: "percentage",
     *   splitPercentage: 12.5,
     *   chargebackLiable: false
     * });
     */
    addSplit(
      body: SubscriptionSplitCreate,
      options?: CallOptions,
    ): ApiPromise<SubscriptionSplitAdded>;

    /**
     * Remove a split from a subscription.
     *
     * Removes a subaccount's part from the subscription. This cannot be undone. The subscription's total value is adjusted automatically.
     *
     * @param subscriptionId The subscription's id.
     * @param splitId The id of the subscription's split.
     *
     * @example
     * const { data } = await centavo.subscriptions.removeSplit("b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274", "f5903a1c-6e2d-4b87-a04f-d9c8e7b61325");
     */
    removeSplit(
      subscriptionId: string,
      splitId: string,
      options?: CallOptions,
    ): ApiPromise<SubscriptionSplitRemoved>;

    /**
     * Suspend a subscription.
     *
     * Stops the recurring charges of an active subscription at once. Its history and settings stay, the time it is suspended does not count toward its duration, and the customer keeps the benefits to the end of the period that is paid. Send no body.
     *
     * @param subscriptionId The subscription's id.
     *
     * @example
     * const { data } = await centavo.subscriptions.suspend("b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274");
     */
    suspend(subscriptionId: string, options?: CallOptions): ApiPromise<SubscriptionSuspended>;

    /**
     * Reactivate a subscription.
     *
     * Resumes a suspended subscription. Charges begin again with the next cycle. One that is cancelled stays cancelled. Send no body.
     *
     * @param subscriptionId The subscription's id.
     *
     * @example
     * const { data } = await centavo.subscriptions.reactivate("b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274");
     */
    reactivate(subscriptionId: string, options?: CallOptions): ApiPromise<SubscriptionReactivated>;
  };

  /** The people and companies that pay you. How a customer is created is not described. */
  customers: {
    /**
     * List customers.
     *
     * Returns the customers of the authenticated company, a page at a time.
     *
     * @example
     * for await (const item of centavo.customers.list()) console.log(item);
     */
    list(query?: CustomersListQuery, options?: CallOptions): PagePromise<CustomerList>;

    /**
     * Read a customer.
     *
     * Returns one customer of the authenticated company.
     *
     * @param customerId The customer's id.
     *
     * @example
     * const { data } = await centavo.customers.get("8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10");
     */
    get(customerId: string, options?: CallOptions): ApiPromise<CustomerRead>;

    /**
     * Update a customer.
     *
     * Changes the fields that you send and leaves the others as they are. A customer who has no address yet needs a complete one: send all of its fields at once.
     *
     * @param customerId The customer's id.
     *
     * @example
     * const { data } = await centavo.customers.update("8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10", {
     *   phoneNumber: "+5511912345678"
     * });
     */
    update(
      customerId: string,
      body: CustomerUpdate,
      options?: CallOptions,
    ): ApiPromise<CustomerUpdated>;

    /**
     * Delete a customer.
     *
     * Deletes a customer. This cannot be undone.
     *
     * @param customerId The customer's id.
     *
     * @example
     * const { data } = await centavo.customers.delete("8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10");
     */
    delete(customerId: string, options?: CallOptions): ApiPromise<CustomerDeleted>;
  };

  /** Parties that share in your payments: individuals (PF) and legal entities (PJ). Each can have bank accounts, customers, plans and subscriptions of its own, and take a share of payments. */
  subaccounts: {
    /**
     * List subaccounts.
     *
     * Returns the subaccounts of the authenticated company, a page at a time. The items carry no id: keep the id that creating a subaccount returns.
     *
     * @example
     * for await (const item of centavo.subaccounts.list()) console.log(item);
     */
    list(query?: SubaccountsListQuery, options?: CallOptions): PagePromise<SubaccountList>;

    /**
     * Read a subaccount.
     *
     * Returns one subaccount of the authenticated company. Its bank account is not shown; list the bank accounts in the subaccount's context instead.
     *
     * @param subaccountId The subaccount's id.
     *
     * @example
     * const { data } = await centavo.subaccounts.get("0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846");
     */
    get(subaccountId: string, options?: CallOptions): ApiPromise<SubaccountRead>;

    /**
     * Delete a subaccount.
     *
     * Deletes a subaccount. This cannot be undone. An unknown subaccount answers 400 with return code -2800 here; reading one gives -7301.
     *
     * @param subaccountId The subaccount's id.
     *
     * @example
     * const { data } = await centavo.subaccounts.delete("0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846");
     */
    delete(subaccountId: string, options?: CallOptions): ApiPromise<SubaccountDeleted>;

    /**
     * Create a PF subaccount.
     *
     * Creates a subaccount for an individual. It starts as `PENDING`. From then on it can have its own bank accounts, customers, plans and subscriptions, and receive splits; a split of a subscription needs it to be approved. Keep its id, which the list does not show.
     *
     * @example
     * const { data } = await centavo.subaccounts.createPf(body);
     */
    createPf(body: SubaccountPfCreate, options?: CallOptions): ApiPromise<SubaccountPfCreated>;

    /**
     * Create a PJ subaccount.
     *
     * Creates a subaccount for a legal entity, with the data of the entity beside those of the person responsible for it. It starts as `PENDING`. From then on it can have its own bank accounts, customers, plans and subscriptions, and receive splits; a split of a subscription needs it to be approved. Keep its id, which the list does not show.
     *
     * @example
     * const { data } = await centavo.subaccounts.createPj(body);
     */
    createPj(body: SubaccountPjCreate, options?: CallOptions): ApiPromise<SubaccountPjCreated>;
  };

  /** Where money goes when it leaves the service, for you or for a subaccount. */
  bankAccounts: {
    /**
     * List bank accounts.
     *
     * Returns the bank accounts of the main account, or of a subaccount with `x-subaccount-id`, a page at a time. Their ids are integers.
     *
     * @example
     * for await (const item of centavo.bankAccounts.list()) console.log(item);
     */
    list(
      query?: BankAccountsListQuery,
      options?: CallOptions & {
        /** Run the operation for this subaccount instead of your main account. */
        subaccountId?: string;
      },
    ): PagePromise<BankAccountList>;

    /**
     * Create a bank account.
     *
     * Adds a bank account to the main account, or to a subaccount with `x-subaccount-id`. Agency and account numbers end with a hyphen and the check digit; where there is none, write 0 after the hyphen. The answer shows no id: the list does.
     *
     * @example
     * const { data } = await centavo.bankAccounts.create({
     *   holderName: "Luz Fotografia Ltda",
     *   bankCode: "341",
     *   routingNumber: "2934-0",
     *   accountNumber: "184392-5",
     *   accountType: "CHECKING",
     *   document: "12ABC34501DE35"
     * });
     */
    create(
      body: BankAccountCreate,
      options?: CallOptions & {
        /** Run the operation for this subaccount instead of your main account. */
        subaccountId?: string;
      },
    ): ApiPromise<BankAccountCreated>;
  };

  /** Money on its way out of the service, for you or for a subaccount. How a withdrawal is created is not described. */
  withdrawals: {
    /**
     * List withdrawals.
     *
     * Returns the withdrawals of the main account, or of a subaccount with `x-subaccount-id`, a page at a time. `meta` tells the total only.
     *
     * @example
     * for await (const item of centavo.withdrawals.list()) console.log(item);
     */
    list(
      query?: WithdrawalsListQuery,
      options?: CallOptions & {
        /** Run the operation for this subaccount instead of your main account. */
        subaccountId?: string;
      },
    ): PagePromise<WithdrawalList>;

    /**
     * Read a withdrawal.
     *
     * Returns one withdrawal of the main account, or of a subaccount with `x-subaccount-id`. After a postback, read the withdrawal here rather than trusting the delivery: neither its contents nor a signature is described.
     *
     * @param withdrawalId The withdrawal's id.
     *
     * @example
     * const { data } = await centavo.withdrawals.get("264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34");
     */
    get(
      withdrawalId: string,
      options?: CallOptions & {
        /** Run the operation for this subaccount instead of your main account. */
        subaccountId?: string;
      },
    ): ApiPromise<WithdrawalRead>;
  };
}
