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

/** The filters and the page of `payments.list`. */
type PaymentsListQuery = NonNullable<Operations["payments.list"]["parameters"]["query"]>;

/** The filters and the page of `subscriptions.list`. */
type SubscriptionsListQuery = NonNullable<Operations["subscriptions.list"]["parameters"]["query"]>;

/** The filters and the page of `customers.list`. */
type CustomersListQuery = NonNullable<Operations["customers.list"]["parameters"]["query"]>;

/** The filters and the page of `subaccounts.list`. */
type SubaccountsListQuery = NonNullable<Operations["subaccounts.list"]["parameters"]["query"]>;

/** The filters and the page of `bankAccounts.list`. */
type BankAccountsListQuery = NonNullable<Operations["bankAccounts.list"]["parameters"]["query"]>;

/** The filters and the page of `withdrawals.list`. */
type WithdrawalsListQuery = NonNullable<Operations["withdrawals.list"]["parameters"]["query"]>;

/** A client of the payment API: one method for each operation. */
export interface Centavo {
  /** Exchange a key pair for the bearer token that every other operation requires. */
  auth: {
    /**
     * Get a token.
     *
     * Exchanges the company's key pair for an access token, which every other operation requires. The token expires after 3600 seconds. Keep it and reuse it until then, instead of requesting a new one each time. This operation takes no bearer token. Use it only from your server, since the private key must never reach a browser or an app.
     *
     * @example
     * const { data } = await centavo.auth.createToken({
     *   publicKey: "pk_example_2f9a7c",
     *   privateKey: "sk_example_not_a_real_key",
     * });
     */
    createToken(body: TokenCreate, options?: CallOptions): ApiPromise<TokenCreated>;
  };

  /** Charge a card, a tokenized card, a Pix or a boleto, split the amount between subaccounts, and refund a card payment. */
  payments: {
    /**
     * List payments.
     *
     * Returns the payments of the authenticated company, one page at a time.
     *
     * @example
     * for await (const item of centavo.payments.list()) console.log(item);
     */
    list(query?: PaymentsListQuery, options?: CallOptions): PagePromise<PaymentList>;

    /**
     * Create a payment.
     *
     * Charges the buyer by card, tokenized card, Pix or boleto. `paymentType` selects the method. A card payment requires full customer, address and card data, and is `SUCCEEDED` once accepted. A boleto is `PENDING` once accepted: show the buyer `billetDetails`. With `splits`, subaccounts share the amount, and the response shows what each receives. The service's specification shows no idempotency mechanism. If a request fails, look for the payment in the list before you send it again.
     *
     * @example
     * const { data } = await centavo.payments.create({
     *   paymentType: "tokenizedCard",
     *   billingData: {
     *     amount: 4990,
     *     installments: 1,
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
     *       zipcode: "01310200",
     *     },
     *   },
     *   tokenizedCardId: "3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a",
     * });
     */
    create(body: PaymentCreate, options?: CallOptions): ApiPromise<PaymentCreated>;

    /**
     * Read a payment.
     *
     * Returns one payment of the authenticated company with its current status. After a postback, read the payment here instead of trusting the delivery, since the service's specification covers neither its contents nor a signature.
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
     * Returns the money of a card payment to the buyer. The payment becomes `REFUNDED`, and the response shows it with
     * `splits` empty. Three rules apply:
     *
     * 1. Only credit card payments can be refunded.
     * 2. The balance must be available.
     * 3. A payment cannot be refunded if it was received at D+30 or anticipated, or if any installment was paid and the
     *    balance is unavailable.
     *
     * Send the payment's id in the body, as `transactionId`.
     *
     * @example
     * const { data } = await centavo.payments.refund({
     *   transactionId: "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d",
     * });
     */
    refund(body: PaymentRefund, options?: CallOptions): ApiPromise<PaymentRefunded>;
  };

  /** Store a customer's card as a token, so that later charges need no card number. The service always masks a stored card. */
  cards: {
    /**
     * Tokenize a card.
     *
     * Stores a customer's card and returns a token for it. Use the token in payments and subscriptions. You do not need the card number and the security code again, and the service never returns them.
     *
     * @example
     * const { data } = await centavo.cards.tokenize({
     *   customerId: "8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10",
     *   cardNumber: "4111111111111111",
     *   holderName: "MARIA SOUZA",
     *   expirationMonth: "08",
     *   expirationYear: "2031",
     *   securityCode: "123",
     * });
     */
    tokenize(body: CardTokenize, options?: CallOptions): ApiPromise<CardTokenized>;

    /**
     * Read a tokenized card.
     *
     * Returns a stored card, masked to its first four and last four digits. You can read a card only if it belongs to the associated customer.
     *
     * @param tokenizedCardId The card token, as `cards.tokenize` returns it.
     *
     * @example
     * const { data } = await centavo.cards.get("3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a");
     */
    get(tokenizedCardId: string, options?: CallOptions): ApiPromise<CardRead>;

    /**
     * Delete a tokenized card.
     *
     * Deletes a stored card. This cannot be undone, and the token can no longer be used in payments. You can delete a card only if it belongs to the associated customer.
     *
     * @param tokenizedCardId The card token, as `cards.tokenize` returns it.
     *
     * @example
     * const { data } = await centavo.cards.delete("3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a");
     */
    delete(tokenizedCardId: string, options?: CallOptions): ApiPromise<CardDeleted>;
  };

  /** Recurring charges on a tokenized card. You can update, suspend, reactivate and cancel a subscription, and add or remove splits. The service's specification does not say how to create one. */
  subscriptions: {
    /**
     * List subscriptions.
     *
     * Returns the subscriptions of the authenticated company, one page at a time.
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
     * Changes a subscription, except its splits, which have their own operations. If you omit `duration`, the subscription becomes lifelong; it does not keep its previous duration.
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
     *   expirationDate: "2027-03-05",
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
     * Cancels a subscription, whatever its status. You cannot reactivate a canceled subscription. To pause one, suspend it instead.
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
     * Gives a subaccount a share of the subscription, as a fixed amount or a percentage. The subaccount must be approved. The sum of all splits must not exceed the amount left after the subscription fee. Send the subscription's id in the body.
     *
     * @example
     * const { data } = await centavo.subscriptions.addSplit({
     *   subscriptionId: "b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274",
     *   subaccountId: "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846",
     *   splitType: "percentage",
     *   splitPercentage: 12.5,
     *   chargebackLiable: false,
     * });
     */
    addSplit(
      body: SubscriptionSplitCreate,
      options?: CallOptions,
    ): ApiPromise<SubscriptionSplitAdded>;

    /**
     * Remove a split from a subscription.
     *
     * Removes a subaccount's share from the subscription. This cannot be undone. The service adjusts the subscription's total value automatically.
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
     * Stops the recurring charges of an active subscription immediately. The subscription keeps its history and settings, and the suspended time does not count toward its duration. The customer keeps the benefits until the end of the period already paid. Send no body.
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
     * Resumes a suspended subscription. Charges resume at the next cycle. A canceled subscription cannot be reactivated. Send no body.
     *
     * @param subscriptionId The suspended subscription's id.
     *
     * @example
     * const { data } = await centavo.subscriptions.reactivate("946c1fe8-0ab7-4d52-8e39-f7d5b1a60c83");
     */
    reactivate(subscriptionId: string, options?: CallOptions): ApiPromise<SubscriptionReactivated>;
  };

  /** The people and companies that pay you. The service's specification does not say how to create a customer. */
  customers: {
    /**
     * List customers.
     *
     * Returns the customers of the authenticated company, one page at a time.
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
     * Changes the fields that you send and keeps the others. If the customer has no address yet, send a complete address, with all its fields.
     *
     * @param customerId The customer's id.
     *
     * @example
     * const { data } = await centavo.customers.update("8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10", {
     *   phoneNumber: "+5511912345678",
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

  /** Parties that share in your payments: individuals (PF) and legal entities (PJ). Each can have its own bank accounts, customers, plans and subscriptions, and receive splits of payments. */
  subaccounts: {
    /**
     * List subaccounts.
     *
     * Returns the subaccounts of the authenticated company, one page at a time. The items have no id, so keep the id that you receive when you create a subaccount.
     *
     * @example
     * for await (const item of centavo.subaccounts.list()) console.log(item);
     */
    list(query?: SubaccountsListQuery, options?: CallOptions): PagePromise<SubaccountList>;

    /**
     * Read a subaccount.
     *
     * Returns one subaccount of the authenticated company. The response does not include its bank account. To get it, list the bank accounts in the subaccount's context.
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
     * Deletes a subaccount. This cannot be undone. An unknown subaccount returns status 400 with return code -2800. Reading an unknown subaccount returns -7301.
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
     * Creates a subaccount for an individual. Its status starts as `PENDING`. It can then have its own bank accounts, customers, plans and subscriptions, and receive splits. Before you can add it to a subscription as a split, it must be approved. Keep its id, since the list does not show it.
     *
     * @example
     * const { data } = await centavo.subaccounts.createPf(body);
     */
    createPf(body: SubaccountPfCreate, options?: CallOptions): ApiPromise<SubaccountPfCreated>;

    /**
     * Create a PJ subaccount.
     *
     * Creates a subaccount for a legal entity, with the data of the entity and of the person responsible for it. Its status starts as `PENDING`. It can then have its own bank accounts, customers, plans and subscriptions, and receive splits. Before you can add it to a subscription as a split, it must be approved. Keep its id, since the list does not show it.
     *
     * @example
     * const { data } = await centavo.subaccounts.createPj(body);
     */
    createPj(body: SubaccountPjCreate, options?: CallOptions): ApiPromise<SubaccountPjCreated>;
  };

  /** The accounts that receive withdrawals, for you or for a subaccount. */
  bankAccounts: {
    /**
     * List bank accounts.
     *
     * Returns the bank accounts of the main account, one page at a time. With `x-subaccount-id`, it returns those of a subaccount. The ids are integers.
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
     * Adds a bank account to the main account, or to a subaccount with `x-subaccount-id`. Agency (branch) and account numbers end with a hyphen and the check digit. If a number has no check digit, write 0 after the hyphen. The response has no id; list the bank accounts to get it.
     *
     * @example
     * const { data } = await centavo.bankAccounts.create({
     *   holderName: "Luz Fotografia Ltda",
     *   bankCode: "341",
     *   routingNumber: "2934-0",
     *   accountNumber: "184392-5",
     *   accountType: "CHECKING",
     *   document: "12ABC34501DE35",
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

  /** Transfers of money out of the service, for you or for a subaccount. The service's specification does not say how to create a withdrawal. */
  withdrawals: {
    /**
     * List withdrawals.
     *
     * Returns the withdrawals of the main account, one page at a time. With `x-subaccount-id`, it returns those of a subaccount. `meta` contains only the total.
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
     * Returns one withdrawal of the main account, or of a subaccount with `x-subaccount-id`. After a postback, read the withdrawal here instead of trusting the delivery, since the service's specification covers neither its contents nor a signature.
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
