// Generated from openapi/ by `npm run generate`. Do not edit.

export interface paths {
  "/auth": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a token
     * Exchanges the company's key pair for an access token, which every other operation needs. The token lasts 3600 seconds: keep it and use it again until then, rather than asking for one with each call. This operation itself carries no bearer token. Call it from your server only, since the private key must never reach a browser or an app.
     */
    post: operations["auth.createToken"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/payments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List payments
     * Returns the payments of the authenticated company, a page at a time.
     */
    get: operations["payments.list"];
    put?: never;
    /**
     * Create a payment
     * Charges the buyer by card, tokenised card, PIX or billet; `paymentType` selects which. A card payment needs full customer, address and card data, and is `SUCCEEDED` when it is accepted. A billet is `PENDING` when it is accepted: show the buyer `billetDetails`. With `splits`, parts of the amount go to subaccounts, and the answer tells what each receives. No way to make the call safe to repeat is described: before you send it again after a failure, look in the list whether it went through.
     */
    post: operations["payments.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/payments/{paymentId}": {
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
     * Read a payment
     * Returns one payment of the authenticated company with its current status. After a postback, read the payment here rather than trusting the delivery: neither its contents nor a signature is described.
     */
    get: operations["payments.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/payments/refund": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Refund a card payment
     * Returns the money of a card payment to its buyer. The payment becomes `REFUNDED`, and the answer shows it with
     * `splits` empty. Three rules hold:
     *
     * 1. The payment was made by credit card.
     * 2. The balance must be available.
     * 3. A payment that was received at D+30 or anticipated cannot be refunded, nor one of which an instalment was paid
     *    while the balance is not available.
     *
     * The id of the payment goes into the body, as `transactionId`.
     */
    post: operations["payments.refund"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/cards/tokenize": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Tokenise a card
     * Stores a card of a customer and returns a token for it. Use the token in payments and subscriptions; the card number and the security code are not needed again and are never returned.
     */
    post: operations["cards.tokenize"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/cards/{tokenizedCardId}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The token, as `cards.tokenize` returned it.
         * @example 3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a
         */
        tokenizedCardId: components["parameters"]["TokenizedCardId"];
      };
      cookie?: never;
    };
    /**
     * Read a tokenised card
     * Returns a stored card, masked to its first four and last four digits. You can read only a card of the customer that it is linked to.
     */
    get: operations["cards.get"];
    put?: never;
    post?: never;
    /**
     * Delete a tokenised card
     * Deletes a stored card. This cannot be undone: the token cannot be used in payments again. You can delete only a card of the customer that it is linked to.
     */
    delete: operations["cards.delete"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subscriptions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subscriptions
     * Returns the subscriptions of the authenticated company, a page at a time.
     */
    get: operations["subscriptions.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subscriptions/{subscriptionId}": {
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
     * Read a subscription
     * Returns one subscription of the authenticated company, with its splits.
     */
    get: operations["subscriptions.get"];
    /**
     * Update a subscription
     * Changes a subscription, all but its splits. Leave `duration` out only if the subscription is to go on for life: that is what its absence means, not that it stays as it was. Splits have operations of their own.
     */
    put: operations["subscriptions.update"];
    post?: never;
    /**
     * Cancel a subscription
     * Cancels a subscription, whatever its status. This is final; to pause a subscription, suspend it.
     */
    delete: operations["subscriptions.cancel"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subscriptions/add_split": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a split to a subscription
     * Gives a subaccount a part of the subscription, as a fixed amount or as a percentage. The subaccount must be approved, and all splits together may not exceed what is left after the subscription fee. The subscription's id goes into the body.
     */
    post: operations["subscriptions.addSplit"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subscriptions/{subscriptionId}/remove_split/{splitId}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subscription's id.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId: components["parameters"]["SubscriptionId"];
        /**
         * The id of the subscription's split.
         * @example f5903a1c-6e2d-4b87-a04f-d9c8e7b61325
         */
        splitId: components["parameters"]["SplitId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a split from a subscription
     * Removes a subaccount's part from the subscription. This cannot be undone. The subscription's total value is adjusted automatically.
     */
    delete: operations["subscriptions.removeSplit"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subscriptions/{subscriptionId}/suspend": {
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
    get?: never;
    put?: never;
    /**
     * Suspend a subscription
     * Stops the recurring charges of an active subscription at once. Its history and settings stay, the time it is suspended does not count toward its duration, and the customer keeps the benefits to the end of the period that is paid. Send no body.
     */
    post: operations["subscriptions.suspend"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subscriptions/{subscriptionId}/reactivate": {
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
    get?: never;
    put?: never;
    /**
     * Reactivate a subscription
     * Resumes a suspended subscription. Charges begin again with the next cycle. One that is cancelled stays cancelled. Send no body.
     */
    post: operations["subscriptions.reactivate"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/customers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List customers
     * Returns the customers of the authenticated company, a page at a time.
     */
    get: operations["customers.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/customers/{customerId}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The customer's id.
         * @example 8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10
         */
        customerId: components["parameters"]["CustomerId"];
      };
      cookie?: never;
    };
    /**
     * Read a customer
     * Returns one customer of the authenticated company.
     */
    get: operations["customers.get"];
    /**
     * Update a customer
     * Changes the fields that you send and leaves the others as they are. A customer who has no address yet needs a complete one: send all of its fields at once.
     */
    put: operations["customers.update"];
    post?: never;
    /**
     * Delete a customer
     * Deletes a customer. This cannot be undone.
     */
    delete: operations["customers.delete"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subaccounts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subaccounts
     * Returns the subaccounts of the authenticated company, a page at a time. The items carry no id: keep the id that creating a subaccount returns.
     */
    get: operations["subaccounts.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subaccounts/{subaccountId}": {
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
    /**
     * Read a subaccount
     * Returns one subaccount of the authenticated company. Its bank account is not shown; list the bank accounts in the subaccount's context instead.
     */
    get: operations["subaccounts.get"];
    put?: never;
    post?: never;
    /**
     * Delete a subaccount
     * Deletes a subaccount. This cannot be undone. An unknown subaccount answers 400 with return code -2800 here; reading one gives -7301.
     */
    delete: operations["subaccounts.delete"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subaccounts/pf": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a PF subaccount
     * Creates a subaccount for an individual. It starts as `PENDING`. From then on it can have its own bank accounts, customers, plans and subscriptions, and receive splits; a split of a subscription needs it to be approved. Keep its id, which the list does not show.
     */
    post: operations["subaccounts.createPf"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subaccounts/pj": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a PJ subaccount
     * Creates a subaccount for a legal entity, with the data of the entity beside those of the person responsible for it. It starts as `PENDING`. From then on it can have its own bank accounts, customers, plans and subscriptions, and receive splits; a split of a subscription needs it to be approved. Keep its id, which the list does not show.
     */
    post: operations["subaccounts.createPj"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/bank_accounts": {
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
    /**
     * List bank accounts
     * Returns the bank accounts of the main account, or of a subaccount with `x-subaccount-id`, a page at a time. Their ids are integers.
     */
    get: operations["bankAccounts.list"];
    put?: never;
    /**
     * Create a bank account
     * Adds a bank account to the main account, or to a subaccount with `x-subaccount-id`. Agency and account numbers end with a hyphen and the check digit; where there is none, write 0 after the hyphen. The answer shows no id: the list does.
     */
    post: operations["bankAccounts.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/withdrawals": {
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
    /**
     * List withdrawals
     * Returns the withdrawals of the main account, or of a subaccount with `x-subaccount-id`, a page at a time. `meta` tells the total only.
     */
    get: operations["withdrawals.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/withdrawals/{withdrawalId}": {
    parameters: {
      query?: never;
      header?: {
        /**
         * Run the operation for this subaccount instead of your main account.
         * @example 71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253
         */
        "x-subaccount-id"?: components["parameters"]["SubaccountContext"];
      };
      path: {
        /**
         * The withdrawal's id.
         * @example 264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34
         */
        withdrawalId: components["parameters"]["WithdrawalId"];
      };
      cookie?: never;
    };
    /**
     * Read a withdrawal
     * Returns one withdrawal of the main account, or of a subaccount with `x-subaccount-id`. After a postback, read the withdrawal here rather than trusting the delivery: neither its contents nor a signature is described.
     */
    get: operations["withdrawals.get"];
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
    /** The company's key pair. */
    TokenCreate: {
      /**
       * Format: password
       * The key that names the company.
       */
      publicKey: string;
      /**
       * Format: password
       * The secret half of the pair. It stays on your server.
       */
      privateKey: string;
    };
    /**
     * Format: int32
     * The service's own code for what went wrong. Eight are known and others may come, so treat a code that you do not know as a plain failure.
     * @example -7708
     */
    ReturnCode: -1001 | -1000 | -2800 | -7301 | -7400 | -7404 | -7508 | -7708 | (number & {});
    /** What went wrong. No error fills all four fields; a listed return code always brings `message` and `returnCode`. */
    ErrorData: {
      /**
       * What went wrong, in words for people. A list where several things are wrong.
       * @example Pagamento não encontrado
       */
      message?: string | string[];
      returnCode?: components["schemas"]["ReturnCode"];
      /**
       * The kind of error, in a word or two.
       * @example Bad Request
       */
      error?: string;
      /**
       * Format: int32
       * The HTTP status once more.
       * @example 400
       */
      statusCode?: number;
    };
    /** The envelope of every error. */
    ErrorEnvelope: {
      data: components["schemas"]["ErrorData"];
    };
    /** A token pair and how long it lasts. */
    Token: {
      /**
       * Format: password
       * The JSON Web Token to send as the bearer token with every other operation.
       */
      access_token: string;
      /**
       * Format: password
       * A second token. What takes it is not described.
       */
      refresh_token: string;
      /**
       * How long the access token lasts, as seconds followed by `s`. Always `3600s`.
       * @example 3600s
       */
      expires_in: string;
    };
    /** What happened, in words for people. Do not decide by it. */
    Message: string;
    /** A new token. */
    TokenCreated: {
      data: components["schemas"]["Token"];
      message: components["schemas"]["Message"];
    };
    /**
     * Where the payment stands. Only three steps are described: an accepted card payment is `SUCCEEDED`, an accepted billet is `PENDING`, a refunded card payment is `REFUNDED`. All other steps are assumed, and none leads to `CREATED`, `REVERSED` or `PRE_AUTHORIZED`: expect them at any time.
     * @enum {string}
     */
    PaymentStatus:
      | "PENDING"
      | "SUCCEEDED"
      | "FAILED"
      | "CREATED"
      | "REVERSED"
      | "CANCELED"
      | "PRE_AUTHORIZED"
      | "DISPUTED"
      | "CHARGEBACK"
      | "PAID"
      | "REFUNDED";
    /**
     * How the buyer pays. A tokenised card counts as `card`.
     * @enum {string}
     */
    PaymentMethod: "pix" | "card" | "billet";
    /**
     * An amount of money in BRL. `4990` is R$ 49,90.
     * @example 4990
     */
    PaymentAmount: number;
    /** Who someone is, as every view of a buyer or customer shows it. */
    Person: {
      /**
       * The first name.
       * @example Maria
       */
      firstName: string;
      /**
       * The last name.
       * @example Souza
       */
      lastName: string;
      /**
       * The e-mail address.
       * @example maria.souza@example.com
       */
      email: string;
      /**
       * The tax number, a CPF or a CNPJ.
       * @example 39053344705
       */
      document: string;
    };
    /** The part of an address that has the same form everywhere. */
    StreetAddress: {
      /**
       * The street's name.
       * @example Avenida Paulista
       */
      street: string;
      /**
       * The number in the street.
       * @example 1578
       */
      streetNumber: number;
      /**
       * The part of the city (bairro).
       * @example Bela Vista
       */
      neighborhood: string;
      /**
       * The city.
       * @example São Paulo
       */
      city: string;
      /**
       * The state.
       * @example SP
       */
      state: string;
    };
    /** The buyer, as given with the payment. The address stands beside the name, not within an object. */
    BuyerDetails: {
      /**
       * The phone number, if known.
       * @example +5511987654321
       */
      phone: string | null;
      /**
       * Flat, floor or block, if any.
       * @example Conjunto 42
       */
      complement: string | null;
      /**
       * A landmark that helps to find the place, if any.
       * @example Em frente ao parque
       */
      reference: string | null;
    } & (components["schemas"]["Person"] & components["schemas"]["StreetAddress"]);
    /**
     * How the part was given. Lower case here; on a subscription it is upper case.
     * @example percentage
     */
    PaymentSplitType: "percentage" | (string & {});
    /** The part of one subaccount in a payment. */
    PaymentSplit: {
      /**
       * Format: uuid
       * The subaccount that receives the part.
       */
      subaccountId: string;
      splitType: components["schemas"]["PaymentSplitType"];
      /**
       * The share, in percent.
       * @example 12.5
       */
      splitPercentage: number;
      /** The amount that the subaccount receives. */
      liquidAmount: components["schemas"]["PaymentAmount"];
      /** Whether the subaccount bears a chargeback of its part. */
      chargebackLiable: boolean;
    };
    /**
     * Format: date-time
     * A moment in UTC, ISO 8601 with milliseconds.
     * @example 2026-03-02T14:05:09.120Z
     */
    Timestamp: string;
    /** What a payment of any method carries. */
    PaymentBase: {
      /**
       * Format: uuid
       * The payment's id.
       */
      id: string;
      status: components["schemas"]["PaymentStatus"];
      /**
       * Always Brazilian reais.
       * @constant
       */
      currency: "BRL";
      amount: components["schemas"]["PaymentAmount"];
      /**
       * The address given when the payment was created, or an empty string.
       * @example https://shop.example/postbacks
       * @example
       */
      postbackUrl: string;
      buyerDetails: components["schemas"]["BuyerDetails"];
      /** The parts of subaccounts. Empty when there are none. */
      splits: components["schemas"]["PaymentSplit"][];
      createdAt: components["schemas"]["Timestamp"];
      updatedAt: components["schemas"]["Timestamp"];
    };
    /** The card that paid, masked. */
    CardDetails: {
      /**
       * The name of the card's brand. On a tokenised card this field is `cardBrand`.
       * @example VISA
       */
      brand: string;
      /**
       * The first four digits of the card number.
       * @example 4111
       */
      first4Digits: string;
      /**
       * The last four digits of the card number.
       * @example 1111
       */
      last4Digits: string;
      /**
       * The month in which the card expires.
       * @example 08
       */
      expirationMonth: string;
      /**
       * The year in which the card expires.
       * @example 2031
       */
      expirationYear: string;
    };
    /** A payment by card, or by tokenised card. */
    CardPayment: {
      /** @constant */
      paymentMethod: "card";
      /**
       * In how many instalments the buyer pays.
       * @example 3
       */
      installments: number;
      cardDetails: components["schemas"]["CardDetails"];
    } & components["schemas"]["PaymentBase"];
    /**
     * Format: date-time
     * A moment in ISO 8601 with its offset from UTC. `Z` is an offset of nothing.
     * @example 2026-03-05T23:59:59.000-03:00
     */
    OffsetTimestamp: string;
    /** What the buyer needs to pay. */
    PixDetails: {
      /**
       * The code to copy and paste into the bank's app (BR Code).
       * @example 00020101021226770014br.gov.bcb.pix2555pix.service.invalid/v2/5e2a9c741f3b4d60b8e793c5d7a1f024520400005303986540549.905802BR5912LOJA EXEMPLO6009SAO PAULO62070503***6304CA67
       */
      brCode: string;
      /**
       * The address of a picture of the same code to scan.
       * @example https://service.invalid/pix/5e2a9c74.png
       */
      qrCodeUrl: string;
      expirationDate: components["schemas"]["OffsetTimestamp"];
    };
    /** A payment by PIX. */
    PixPayment: {
      /** @constant */
      paymentMethod: "pix";
      pixDetails: components["schemas"]["PixDetails"];
    } & components["schemas"]["PaymentBase"];
    /**
     * How interest is computed.
     * @example DAILY_AMOUNT
     */
    InterestType: "DAILY_AMOUNT" | (string & {});
    /**
     * How the fine for paying late is computed.
     * @example FIXED
     */
    LateFeeType: "FIXED" | (string & {});
    /** What the buyer needs to pay the billet, and what it costs to pay late. */
    BilletDetails: {
      /**
       * The digits under the bars.
       * @example 00099137600000149000000000000000001807202603
       */
      barcode: string;
      /**
       * The line that the buyer types into the bank's app.
       * @example 00090000010000000000018072026034913760000014900
       */
      digitableLine: string;
      /**
       * The address of the printable billet.
       * @example https://service.invalid/billets/a47be310.pdf
       */
      pdfUrl: string;
      /** When the billet falls due. */
      expirationDate: components["schemas"]["OffsetTimestamp"];
      /** Until when the billet can be paid at all. */
      paymentLimitDate: components["schemas"]["OffsetTimestamp"];
      /**
       * The interest, as an amount. `33` is R$ 0,33.
       * @example 33
       */
      interestAmount?: number | null;
      /**
       * The interest, in percent, as a string.
       * @example 0.00
       */
      interestPercentage?: string | null;
      /**
       * Format: date
       * The day from which interest runs.
       * @example 2026-03-06
       */
      interestStartDate?: string | null;
      /** How interest is computed. */
      interestType?: components["schemas"]["InterestType"] | null;
      /**
       * The fine for paying late, as an amount. `200` is R$ 2,00.
       * @example 200
       */
      lateFeeAmount?: number | null;
      /**
       * The fine for paying late, in percent, as a string.
       * @example 0.00
       */
      lateFeePercentage?: string | null;
      /**
       * Format: date
       * The day from which the fine is due.
       * @example 2026-03-06
       */
      lateFeeStartDate?: string | null;
      /** How the fine for paying late is computed. */
      lateFeeType?: components["schemas"]["LateFeeType"] | null;
    };
    /** A payment by billet (boleto). */
    BilletPayment: {
      /** @constant */
      paymentMethod: "billet";
      billetDetails: components["schemas"]["BilletDetails"];
    } & components["schemas"]["PaymentBase"];
    /** A payment, also called a transaction. `paymentMethod` decides which details it carries; a tokenised card pays with the method `card`. */
    Payment:
      | components["schemas"]["CardPayment"]
      | components["schemas"]["PixPayment"]
      | components["schemas"]["BilletPayment"];
    /** Where this page stands in the whole list. */
    Meta: {
      /**
       * How many items there are on all pages.
       * @example 42
       */
      total: number;
      /**
       * The number of this page, from 1.
       * @example 1
       */
      page: number;
      /**
       * How many items a page holds at most.
       * @example 10
       */
      limit: number;
      /**
       * How many pages there are.
       * @example 5
       */
      totalPages: number;
    };
    /** Always null here. */
    NoMessage: null;
    /** One page of payments. */
    PaymentList: {
      /** The payments of this page. */
      data: components["schemas"]["Payment"][];
      meta: components["schemas"]["Meta"];
      message: components["schemas"]["NoMessage"];
    };
    /** Who receives a part of the payment. */
    PaymentSplitCreateBase: {
      /**
       * Format: uuid
       * The subaccount that receives the part.
       */
      subaccountId: string;
      /**
       * Whether the subaccount bears a chargeback of its part.
       * @default false
       */
      chargebackLiable?: boolean;
    };
    /**
     * A share in percent. `12.5` is one eighth.
     * @example 12.5
     */
    Percentage: number;
    /** A part as a share of the payment. */
    PercentagePaymentSplitCreate: {
      splitPercentage: components["schemas"]["Percentage"];
      /**
       * Does not count beside the percentage, whatever it is.
       * @example 0
       */
      splitAmount?: number | null;
    } & components["schemas"]["PaymentSplitCreateBase"];
    ChargedAmount: number & components["schemas"]["PaymentAmount"];
    /** A part as a fixed amount. */
    AmountPaymentSplitCreate: {
      splitAmount: components["schemas"]["ChargedAmount"];
      /**
       * Send 0 or null, or leave it out. A percentage above 0 counts in place of the amount.
       * @example 0
       */
      splitPercentage?: number | null;
    } & components["schemas"]["PaymentSplitCreateBase"];
    /** The part of one subaccount in the payment, as a percentage or as an amount. A percentage above 0 counts, whatever the amount beside it. Without one, or where it is 0 or null, the amount counts. */
    PaymentSplitCreate:
      | components["schemas"]["PercentagePaymentSplitCreate"]
      | components["schemas"]["AmountPaymentSplitCreate"];
    /** What a payment of any kind can carry. */
    PaymentCreateBase: {
      /** The subaccounts that share in the payment. Leave it out when nobody does. */
      splits?: components["schemas"]["PaymentSplitCreate"][];
    };
    /** How much to charge, and where to report what becomes of it. */
    BillingData: {
      amount: components["schemas"]["ChargedAmount"];
      /**
       * Format: uri
       * The address on your side to be told of changes. Leave it out if you have none.
       * @example https://shop.example/postbacks
       */
      postbackUrl?: string;
    };
    /** How much to charge to the card, in how many instalments. */
    CardBillingData: {
      /**
       * In how many instalments the buyer pays. `1` is a single payment.
       * @example 3
       */
      installments: number;
    } & components["schemas"]["BillingData"];
    /** What is given of a buyer for a payment of any kind. */
    CustomerDataBase: {
      /**
       * Format: ipv4
       * The internet address from which the buyer orders.
       * @example 203.0.113.7
       */
      remoteIpv4: string;
    } & components["schemas"]["Person"];
    /** The address of a buyer who pays by card, in full. Here the `zipcode` is a string. */
    CardCustomerAddress: {
      /**
       * The postal code (CEP).
       * @example 01310200
       */
      zipcode: string;
      /**
       * Flat, floor or block.
       * @example Conjunto 42
       */
      complement: string;
      /**
       * A landmark that helps to find the place.
       * @example Em frente ao parque
       */
      reference: string;
    } & components["schemas"]["StreetAddress"];
    /** The buyer who pays by card, in full. */
    CardCustomerData: {
      /**
       * The phone number.
       * @example +5511987654321
       */
      phone: string;
      address: components["schemas"]["CardCustomerAddress"];
    } & components["schemas"]["CustomerDataBase"];
    /**
     * The month in which the card expires, two digits.
     * @example 08
     */
    ExpirationMonth: string;
    /**
     * The year in which the card expires, four digits.
     * @example 2031
     */
    ExpirationYear: string;
    /** A card as printed. The full number and the security code are never returned. */
    CardData: {
      /**
       * The holder's name, exactly as printed on the card.
       * @example MARIA SOUZA
       */
      holderName: string;
      /**
       * Format: password
       * The full number, digits only, 13 to 16 of them.
       * @example 4111111111111111
       */
      cardNumber: string;
      expirationMonth: components["schemas"]["ExpirationMonth"];
      expirationYear: components["schemas"]["ExpirationYear"];
      /**
       * Format: password
       * The code on the card, 3 or 4 digits.
       * @example 123
       */
      securityCode: string;
    };
    /** A charge on a card whose full data you send. It needs full customer, address and card data. */
    CardPaymentCreate: {
      /** @constant */
      paymentType: "card";
      billingData: components["schemas"]["CardBillingData"];
      customerData: components["schemas"]["CardCustomerData"];
      /** The card to charge. */
      cardData: components["schemas"]["CardData"];
    } & components["schemas"]["PaymentCreateBase"];
    /** The buyer's address. Here the `zipcode` is a string; on customers and subaccounts it is an integer. */
    CustomerDataAddress: {
      /**
       * The postal code (CEP).
       * @example 01310200
       */
      zipcode: string;
      /**
       * Flat, floor or block.
       * @example Conjunto 42
       */
      complement?: string;
      /**
       * A landmark that helps to find the place.
       * @example Em frente ao parque
       */
      reference?: string;
    } & components["schemas"]["StreetAddress"];
    /** The buyer. */
    CustomerData: {
      /**
       * The phone number.
       * @example +5511987654321
       */
      phone?: string;
      address: components["schemas"]["CustomerDataAddress"];
    } & components["schemas"]["CustomerDataBase"];
    /** A charge on a stored card. */
    TokenizedCardPaymentCreate: {
      /** @constant */
      paymentType: "tokenizedCard";
      billingData: components["schemas"]["CardBillingData"];
      customerData: components["schemas"]["CustomerData"];
      /**
       * Format: uuid
       * The token, as `cards.tokenize` returned it.
       */
      tokenizedCardId: string;
    } & components["schemas"]["PaymentCreateBase"];
    /** A PIX charge, which the buyer pays by scanning or pasting a code. */
    PixPaymentCreate: {
      /** @constant */
      paymentType: "pix";
      billingData: components["schemas"]["BillingData"];
      customerData: components["schemas"]["CustomerData"];
    } & components["schemas"]["PaymentCreateBase"];
    /** A billet (boleto), which the buyer pays at a bank. */
    BilletPaymentCreate: {
      /** @constant */
      paymentType: "billet";
      billingData: components["schemas"]["BillingData"];
      customerData: components["schemas"]["CustomerData"];
    } & components["schemas"]["PaymentCreateBase"];
    /** What to charge, whom, and how. `paymentType` decides which fields belong to it. */
    PaymentCreate:
      | components["schemas"]["CardPaymentCreate"]
      | components["schemas"]["TokenizedCardPaymentCreate"]
      | components["schemas"]["PixPaymentCreate"]
      | components["schemas"]["BilletPaymentCreate"];
    /** The payment as it was accepted. */
    PaymentCreated: {
      data: components["schemas"]["Payment"];
      message: components["schemas"]["Message"];
    };
    /** What tells one change from another. */
    PostbackBase: {
      /**
       * Format: uuid
       * The change's id, the same however often it is sent.
       */
      eventId: string;
      occurredAt: components["schemas"]["Timestamp"];
    };
    /** A payment as a change has left it. */
    PaymentPostback: {
      /** @constant */
      type: "payment";
      data: components["schemas"]["Payment"];
    } & components["schemas"]["PostbackBase"];
    /** One payment. */
    PaymentRead: {
      data: components["schemas"]["Payment"];
      message: components["schemas"]["NoMessage"];
    };
    /** Which payment to refund. A refund returns the whole payment. */
    PaymentRefund: {
      /**
       * Format: uuid
       * The id of the payment to refund. A payment is called a transaction here.
       */
      transactionId: string;
    };
    /** The card payment as it stands after the refund. Its splits are empty. */
    RefundedPayment: {
      /** @constant */
      status: "REFUNDED";
      /** Empty after a refund. */
      splits: components["schemas"]["PaymentSplit"][];
    } & components["schemas"]["CardPayment"];
    /** The payment after its refund. */
    PaymentRefunded: {
      data: components["schemas"]["RefundedPayment"];
      message: components["schemas"]["Message"];
    };
    /** A card, and the customer it belongs to. */
    CardTokenize: {
      /**
       * Format: uuid
       * The customer the card is linked to.
       */
      customerId: string;
    } & components["schemas"]["CardData"];
    /**
     * The first four digits of the card number.
     * @example 4111
     */
    First4Digits: string;
    /**
     * The last four digits of the card number.
     * @example 1111
     */
    Last4Digits: string;
    /** A tokenised card as it comes back when it is stored. It tells no time of creation. */
    NewTokenizedCard: {
      /**
       * Format: uuid
       * The token. Pay with it, or give it to a subscription.
       */
      id: string;
      /**
       * Format: uuid
       * The customer who owns the card.
       */
      customerId: string;
      /**
       * The holder's name as printed on the card.
       * @example MARIA SOUZA
       */
      holderName: string;
      first4Digits: components["schemas"]["First4Digits"];
      last4Digits: components["schemas"]["Last4Digits"];
      expirationMonth: components["schemas"]["ExpirationMonth"];
      expirationYear: components["schemas"]["ExpirationYear"];
      /**
       * The name of the card's brand.
       * @example VISA
       */
      cardBrand: string;
      /** Whether the card is active. */
      isActive: boolean;
      /** Whether the card was verified. */
      isVerified: boolean;
      /** The outcome of the check of the postal code. */
      postalCodeCheck: boolean;
      /** The outcome of the check of the security code. */
      securityCodeCheck: boolean;
      /** The outcome of the check of the address. */
      addressCheck: boolean;
    };
    /** The card as it was stored. */
    CardTokenized: {
      data: components["schemas"]["NewTokenizedCard"];
      message: components["schemas"]["Message"];
    };
    /** A stored card, masked. The full number and the security code are never returned. */
    TokenizedCard: {
      createdAt: components["schemas"]["Timestamp"];
    } & components["schemas"]["NewTokenizedCard"];
    /** What happened, in words for people, or nothing. Do not decide by it. */
    MessageOrNull: string | null;
    /** One stored card. */
    CardRead: {
      data: components["schemas"]["TokenizedCard"];
      message: components["schemas"]["MessageOrNull"];
    };
    /** That it was done, in words for people. */
    Confirmation: {
      message: components["schemas"]["Message"];
    };
    /** That the card was deleted. */
    CardDeleted: {
      data: components["schemas"]["Confirmation"];
      message: components["schemas"]["Message"];
    };
    /**
     * Where the subscription stands. `DELETED` is final.
     * @enum {string}
     */
    SubscriptionStatus: "ACTIVE" | "DELETED" | "EXPIRED" | "SUSPENDED";
    /**
     * An amount of money in centavos.
     * @example 4990
     */
    Centavos: number;
    /**
     * The days between charges. `7` is weekly, `30` monthly.
     * @example 30
     */
    Frequency: number;
    /**
     * How the part was given. Upper case here; in the request that adds a split it is lower case.
     * @example PERCENTAGE
     */
    SubscriptionSplitType: "PERCENTAGE" | (string & {});
    /** The part of one subaccount in a subscription. */
    SubscriptionSplit: {
      /**
       * Format: uuid
       * The split, as `subscriptions.removeSplit` takes it.
       */
      id: string;
      /**
       * Format: uuid
       * The subaccount that receives the part.
       */
      subaccountId: string;
      splitType: components["schemas"]["SubscriptionSplitType"];
      /** The amount that the subaccount receives. */
      liquidAmount: components["schemas"]["Centavos"];
      /** Whether the subaccount bears a chargeback of its part. */
      chargebackLiable: boolean;
      /**
       * The share in percent. Absent or null where the part is not a share.
       * @example 12.5
       */
      splitPercentage?: number | null;
      /**
       * The part as a fixed amount, in centavos. Absent or null where the part is a share.
       * @example 1500
       */
      splitAmount?: number | null;
    };
    /**
     * Format: date-time
     * A moment in UTC, ISO 8601, with or without milliseconds.
     * @example 2026-03-02T14:05:09Z
     * @example 2026-03-02T14:05:09.120Z
     */
    SubscriptionTimestamp: string;
    /** A recurring charge on a tokenised card. */
    Subscription: {
      /**
       * Format: uuid
       * The subscription's id.
       */
      id: string;
      /**
       * Format: uuid
       * The customer who is charged.
       */
      customerId: string;
      /**
       * Format: uuid
       * The tokenised card that is charged. In an update this field is `tokenizedCardId`.
       */
      cardId: string;
      /**
       * What the subscription is for.
       * @example Plano mensal
       */
      title: string;
      /** What each cycle costs, in centavos. */
      amount: components["schemas"]["Centavos"];
      /** What is charged for setting it up, in centavos. */
      setupAmount: components["schemas"]["Centavos"];
      frequency: components["schemas"]["Frequency"];
      /**
       * How many cycles are charged. Absent or null when the subscription is for life.
       * @example 12
       */
      duration?: number | null;
      /**
       * Format: date
       * The date on which it starts.
       * @example 2026-03-10
       */
      dueDate: string;
      /**
       * Format: date
       * The date on which it ends. Absent or null when there is none.
       * @example 2027-03-05
       */
      expirationDate?: string | null;
      /**
       * The tolerance period. Neither its unit nor what it tolerates is described.
       * @example 5
       */
      tolerancePeriod: number;
      status: components["schemas"]["SubscriptionStatus"];
      /** The subaccounts that share in the subscription. */
      splits: components["schemas"]["SubscriptionSplit"][];
      createdAt: components["schemas"]["SubscriptionTimestamp"];
      updatedAt: components["schemas"]["SubscriptionTimestamp"];
      /**
       * Format: date-time
       * When it was cancelled. Absent or null when it is not.
       * @example 2026-05-04T10:12:00Z
       * @example null
       */
      canceledAt?: string | null;
    };
    /** One page of subscriptions. */
    SubscriptionList: {
      /** The subscriptions of this page. */
      data: components["schemas"]["Subscription"][];
      meta: components["schemas"]["Meta"];
      message: components["schemas"]["MessageOrNull"];
    };
    /** One subscription. */
    SubscriptionRead: {
      data: components["schemas"]["Subscription"];
      message: components["schemas"]["MessageOrNull"];
    };
    /** The subscription as it is to be, all but its splits. Leave `duration` out and it goes on for life. */
    SubscriptionUpdate: {
      /**
       * Format: uuid
       * The customer to charge.
       */
      customerId: string;
      /**
       * Format: uuid
       * The tokenised card to charge. When you read the subscription this field is `cardId`.
       */
      tokenizedCardId: string;
      frequency: components["schemas"]["Frequency"];
      /**
       * What the subscription is for.
       * @example Plano mensal
       */
      title: string;
      /** What each cycle is to cost, in centavos. */
      amount: components["schemas"]["Centavos"];
      /**
       * How many cycles to charge. Leave it out for a subscription for life.
       * @example 12
       */
      duration?: number;
      /**
       * Format: date
       * The date on which it is to end.
       * @example 2027-03-05
       */
      expirationDate?: string;
    };
    /** The subscription after the change. */
    SubscriptionUpdated: {
      data: components["schemas"]["Subscription"];
      message: components["schemas"]["MessageOrNull"];
    };
    /** Which subscription is cancelled. */
    CanceledSubscription: {
      /**
       * Format: uuid
       * The subscription's id.
       */
      id: string;
      /** @constant */
      status: "DELETED";
    };
    /** That the subscription is cancelled. */
    SubscriptionCanceled: {
      data: components["schemas"]["CanceledSubscription"];
      message: components["schemas"]["Message"];
    };
    /** Which subscription is divided, and who receives the part. */
    SubscriptionSplitCreateBase: {
      /**
       * Format: uuid
       * The subscription that receives the split.
       */
      subscriptionId: string;
      /**
       * Format: uuid
       * The subaccount that receives the part. It must be approved.
       */
      subaccountId: string;
      /**
       * Whether the subaccount bears a chargeback of its part.
       * @default false
       */
      chargebackLiable?: boolean;
    };
    /** A part of a subscription as a fixed amount. */
    AmountSubscriptionSplitCreate: {
      /** @constant */
      splitType: "amount";
      /** The fixed amount, in centavos. */
      splitAmount: components["schemas"]["Centavos"];
    } & components["schemas"]["SubscriptionSplitCreateBase"];
    /** A part of a subscription as a share. */
    PercentageSubscriptionSplitCreate: {
      /** @constant */
      splitType: "percentage";
      /** The share in percent, with at most two decimal places. */
      splitPercentage: components["schemas"]["Percentage"];
    } & components["schemas"]["SubscriptionSplitCreateBase"];
    /** A split to add to a subscription. `splitType` decides whether an amount or a percentage is needed. */
    SubscriptionSplitCreate:
      | components["schemas"]["AmountSubscriptionSplitCreate"]
      | components["schemas"]["PercentageSubscriptionSplitCreate"];
    /** The split that was added. */
    SubscriptionSplitAdded: {
      data: components["schemas"]["SubscriptionSplit"];
      message: components["schemas"]["MessageOrNull"];
    };
    /** That the split was removed. */
    SubscriptionSplitRemoved: {
      data: components["schemas"]["Confirmation"];
      message: components["schemas"]["MessageOrNull"];
    };
    /** Which subscription is suspended. */
    SuspendedSubscription: {
      /**
       * Format: uuid
       * The subscription's id.
       */
      id: string;
      /** @constant */
      status: "SUSPENDED";
    };
    /** That the subscription is suspended. */
    SubscriptionSuspended: {
      data: components["schemas"]["SuspendedSubscription"];
      message: components["schemas"]["Message"];
    };
    /** Which subscription is active again. */
    ReactivatedSubscription: {
      /**
       * Format: uuid
       * The subscription's id.
       */
      id: string;
      /** @constant */
      status: "ACTIVE";
    };
    /** That the subscription is active again. */
    SubscriptionReactivated: {
      data: components["schemas"]["ReactivatedSubscription"];
      message: components["schemas"]["Message"];
    };
    /**
     * The address's status.
     * @example APPROVED
     */
    CustomerAddressStatus: "APPROVED" | (string & {});
    /**
     * The postal code (CEP) as an integer, so without its leading zero. In a payment's customer data it is a string.
     * @example 1310200
     */
    IntegerZipcode: number;
    /** The customer's address. */
    CustomerAddress: {
      statusId: components["schemas"]["CustomerAddressStatus"];
      zipcode: components["schemas"]["IntegerZipcode"];
      /**
       * Flat, floor or block.
       * @example Conjunto 42
       */
      complement: string;
      /**
       * A landmark that helps to find the place.
       * @example Em frente ao parque
       */
      reference: string;
    } & components["schemas"]["StreetAddress"];
    /**
     * The customer's status.
     * @example APPROVED
     */
    CustomerStatus: "APPROVED" | (string & {});
    /** A person or company that pays you. */
    Customer: {
      /**
       * Format: uuid
       * The customer's id.
       */
      id: string;
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
      /** The customer's address. Absent or null until one is given. */
      address?: components["schemas"]["CustomerAddress"] | null;
      statusId: components["schemas"]["CustomerStatus"];
      createdAt: components["schemas"]["Timestamp"];
    } & components["schemas"]["Person"];
    /** One page of customers. */
    CustomerList: {
      /** The customers of this page. */
      data: components["schemas"]["Customer"][];
      meta: components["schemas"]["Meta"];
      message: components["schemas"]["MessageOrNull"];
    };
    /** One customer. */
    CustomerRead: {
      data: components["schemas"]["Customer"];
      message: components["schemas"]["MessageOrNull"];
    };
    /** What to change of the address. A customer who has no address yet needs all of these fields at once. */
    CustomerAddressUpdate: {
      zipcode?: components["schemas"]["IntegerZipcode"];
      /**
       * The street's name.
       * @example Avenida Paulista
       */
      street?: string;
      /**
       * The number in the street.
       * @example 1578
       */
      streetNumber?: number;
      /**
       * Flat, floor or block.
       * @example Conjunto 42
       */
      complement?: string;
      /**
       * A landmark that helps to find the place.
       * @example Em frente ao parque
       */
      reference?: string;
      /**
       * The part of the city (bairro).
       * @example Bela Vista
       */
      neighborhood?: string;
      /**
       * The city.
       * @example São Paulo
       */
      city?: string;
      /**
       * The state.
       * @example SP
       */
      state?: string;
    };
    /** What to change. Whatever you leave out stays as it is. */
    CustomerUpdate: {
      /**
       * The first name.
       * @example Maria
       */
      firstName?: string;
      /**
       * The last name.
       * @example Souza
       */
      lastName?: string;
      /**
       * The e-mail address.
       * @example maria.souza@example.com
       */
      email?: string;
      /**
       * The phone number.
       * @example +5511987654321
       */
      phoneNumber?: string;
      /**
       * The tax number, a CPF or a CNPJ.
       * @example 39053344705
       */
      document?: string;
      /**
       * Format: date
       * The date of birth.
       * @example 1990-05-17
       */
      birthdate?: string;
      address?: components["schemas"]["CustomerAddressUpdate"];
    };
    /** The customer after the change. */
    CustomerUpdated: {
      data: components["schemas"]["Customer"];
      message: components["schemas"]["Message"];
    };
    /** That the customer was deleted. */
    CustomerDeleted: {
      data: components["schemas"]["Confirmation"];
      message: components["schemas"]["Message"];
    };
    /**
     * The kind of a subaccount, an individual (PF) or a legal entity (PJ).
     * @enum {string}
     */
    CompanyType: "PF" | "PJ";
    /**
     * The subaccount's status. It is `PENDING` after creation.
     * @example PENDING
     */
    SubaccountStatus: "PENDING" | (string & {});
    /** The person responsible for the subaccount. */
    JuridicDataPartner: {
      /**
       * The first name.
       * @example João
       */
      name: string;
      /**
       * The last name.
       * @example Pereira
       */
      lastName: string;
      /**
       * The tax number of an individual (CPF).
       * @example 52998224725
       */
      cpf: string;
      /**
       * The e-mail address.
       * @example joao.pereira@example.com
       */
      email: string;
      /**
       * Format: date
       * The date of birth.
       * @example 1984-11-02
       */
      birthdate: string;
      /**
       * The phone number.
       * @example +5521976543210
       */
      contactPhone: string;
      /**
       * The revenue in a month. Its unit is not described.
       * @example 850000
       */
      monthRevenue: number;
      /**
       * The occupation.
       * @example Fotógrafo
       */
      jobOccupation: string;
      /**
       * The full name of the mother.
       * @example Ana Pereira
       */
      fullnameMom: string;
    };
    /**
     * What the address is for. A PF subaccount shows `RESPONSIBLE`, a PJ subaccount `COMMERCIAL`.
     * @example RESPONSIBLE
     */
    AddressType: "RESPONSIBLE" | "COMMERCIAL" | (string & {});
    /** An address of a subaccount. Its `zipcode` is an integer. */
    SubaccountAddress: {
      addressType: components["schemas"]["AddressType"];
      zipcode: components["schemas"]["IntegerZipcode"];
      /**
       * Flat, floor or block.
       * @example Casa 2
       */
      complement: string;
      /**
       * A landmark that helps to find the place.
       * @example Ao lado da padaria
       */
      reference: string;
    } & components["schemas"]["StreetAddress"];
    /** What every view of a subaccount shows. */
    SubaccountBase: {
      /**
       * The subaccount's name.
       * @example João Pereira
       */
      name: string;
      status: components["schemas"]["SubaccountStatus"];
      juridicDataPartner: components["schemas"]["JuridicDataPartner"];
      /** The addresses. */
      addresses: components["schemas"]["SubaccountAddress"][];
    };
    /** A PF subaccount as a list shows it. */
    SubaccountPfListItem: {
      createdAt: components["schemas"]["Timestamp"];
      /** @constant */
      companyType: "PF";
    } & components["schemas"]["SubaccountBase"];
    /** The legal entity behind a PJ subaccount. */
    JuridicLegalData: {
      /**
       * The tax number of a legal entity (CNPJ).
       * @example 12ABC34501DE35
       */
      cnpj: string;
      /**
       * The phone number.
       * @example +551133334444
       */
      contactPhone: string;
      /**
       * The name it trades under.
       * @example Estúdio Luz
       */
      fantasyName: string;
      /**
       * The registered name.
       * @example Luz Fotografia Ltda
       */
      socialReason: string;
      /**
       * The average revenue in a year, decimals allowed. Its unit is not described. Spelt as shown.
       * @example 1250000.5
       */
      avgAnualBilling: number;
      /**
       * As spelt; what it holds is not described.
       * @example Pagamentos com divisão
       */
      searchingServices: string;
      /**
       * Where to find it on social media.
       * @example @estudioluz
       */
      socialMedia: string;
    };
    /** A PJ subaccount as a list shows it. */
    SubaccountPjListItem: {
      createdAt: components["schemas"]["Timestamp"];
      /** @constant */
      companyType: "PJ";
      juridicLegalData: components["schemas"]["JuridicLegalData"];
    } & components["schemas"]["SubaccountBase"];
    /** A subaccount as a list shows it, without its id. `companyType` tells the kind. */
    SubaccountListItem:
      | components["schemas"]["SubaccountPfListItem"]
      | components["schemas"]["SubaccountPjListItem"];
    /** One page of subaccounts. */
    SubaccountList: {
      /** The subaccounts of this page. */
      data: components["schemas"]["SubaccountListItem"][];
      meta: components["schemas"]["Meta"];
      message: components["schemas"]["MessageOrNull"];
    };
    /** An individual who shares in your payments. */
    SubaccountPf: {
      /**
       * Format: uuid
       * The subaccount's id.
       */
      id: string;
      createdAt: components["schemas"]["Timestamp"];
      /** @constant */
      companyType: "PF";
    } & components["schemas"]["SubaccountBase"];
    /** A legal entity that shares in your payments. */
    SubaccountPj: {
      /**
       * Format: uuid
       * The subaccount's id.
       */
      id: string;
      createdAt: components["schemas"]["Timestamp"];
      /** @constant */
      companyType: "PJ";
      juridicLegalData: components["schemas"]["JuridicLegalData"];
    } & components["schemas"]["SubaccountBase"];
    /** A party that shares in your payments. `companyType` tells the kind. */
    Subaccount: components["schemas"]["SubaccountPf"] | components["schemas"]["SubaccountPj"];
    /** One subaccount. */
    SubaccountRead: {
      data: components["schemas"]["Subaccount"];
      message: components["schemas"]["MessageOrNull"];
    };
    /** Which subaccount was deleted. */
    DeletedSubaccount: {
      /**
       * Format: uuid
       * The id of the subaccount that was deleted. Spelt as shown.
       */
      sellerUnicId: string;
    };
    /** Which subaccount was deleted. */
    SubaccountDeleted: {
      data: components["schemas"]["DeletedSubaccount"];
      message: components["schemas"]["Message"];
    };
    /**
     * The kind of bank account.
     * @enum {string}
     */
    AccountType: "CHECKING" | "SAVINGS";
    /** Whose bank account it is, and at which bank. */
    BankAccountBase: {
      /**
       * The beneficiary of the account.
       * @example Luz Fotografia Ltda
       */
      holderName: string;
      /**
       * The bank's number.
       * @example 341
       */
      bankCode: string;
      accountType: components["schemas"]["AccountType"];
      /**
       * The beneficiary's tax number, a CPF or a CNPJ.
       * @example 12ABC34501DE35
       */
      document: string;
    };
    /**
     * A number of an agency or account, a hyphen, and the check digit.
     * @example 123456-7
     * @example 1234-0
     */
    NumberWithCheckDigit: string;
    /** The bank account of a subaccount, given when the subaccount is created. */
    AccountBank: {
      /** The account with its check digit. */
      accountNumber: components["schemas"]["NumberWithCheckDigit"];
      /** The agency with its check digit. */
      routingNumber: components["schemas"]["NumberWithCheckDigit"];
    } & components["schemas"]["BankAccountBase"];
    /** What a subaccount of either kind is created from. */
    SubaccountCreateBase: {
      /**
       * The subaccount's name.
       * @example João Pereira
       */
      name: string;
      juridicDataPartner: components["schemas"]["JuridicDataPartner"];
      /** The addresses. */
      addresses: components["schemas"]["SubaccountAddress"][];
      accountBank: components["schemas"]["AccountBank"];
    };
    /** An individual who is to share in your payments. */
    SubaccountPfCreate: components["schemas"]["SubaccountCreateBase"];
    /** What a new subaccount of either kind shows. */
    NewSubaccountBase: {
      /**
       * Format: uuid
       * The subaccount's id.
       */
      id: string;
      /**
       * Always `PENDING` after creation.
       * @constant
       */
      status?: "PENDING";
      accountBank: components["schemas"]["AccountBank"];
    } & components["schemas"]["SubaccountBase"];
    /** A PF subaccount as it comes back when it is created: with its bank account, and without its kind and the time of creation. */
    NewSubaccountPf: components["schemas"]["NewSubaccountBase"];
    /** The subaccount as it was created. */
    SubaccountPfCreated: {
      data: components["schemas"]["NewSubaccountPf"];
      message: components["schemas"]["Message"];
    };
    /** A legal entity that is to share in your payments. */
    SubaccountPjCreate: {
      juridicLegalData: components["schemas"]["JuridicLegalData"];
    } & components["schemas"]["SubaccountCreateBase"];
    /** A PJ subaccount as it comes back when it is created: with its bank account, and without its kind and the time of creation. */
    NewSubaccountPj: {
      juridicLegalData: components["schemas"]["JuridicLegalData"];
    } & components["schemas"]["NewSubaccountBase"];
    /** The subaccount as it was created. */
    SubaccountPjCreated: {
      data: components["schemas"]["NewSubaccountPj"];
      message: components["schemas"]["Message"];
    };
    /**
     * The bank account's status.
     * @example APPROVED
     */
    BankAccountStatus: "APPROVED" | (string & {});
    /** A bank account as it comes back when it is created, without its id and the time of creation. */
    NewBankAccount: {
      /**
       * The agency.
       * @example 2934-0
       */
      routingNumber: string;
      /**
       * The account.
       * @example 184392-5
       */
      accountNumber: string;
      status: components["schemas"]["BankAccountStatus"];
    } & components["schemas"]["BankAccountBase"];
    /** A bank account as a list shows it. */
    BankAccount: {
      /**
       * The bank account's id. An integer, where every other id is a UUID.
       * @example 1807
       */
      id: number;
      createdAt: components["schemas"]["Timestamp"];
    } & components["schemas"]["NewBankAccount"];
    /** One page of bank accounts. */
    BankAccountList: {
      /** The bank accounts of this page. */
      data: components["schemas"]["BankAccount"][];
      meta: components["schemas"]["Meta"];
      message: components["schemas"]["MessageOrNull"];
    };
    /** The bank account to add. */
    BankAccountCreate: {
      /** The agency with its check digit. Where it has none, put 0 after the hyphen. */
      routingNumber: components["schemas"]["NumberWithCheckDigit"];
      /** The account with its check digit. Where it has none, put 0 after the hyphen. */
      accountNumber: components["schemas"]["NumberWithCheckDigit"];
    } & components["schemas"]["BankAccountBase"];
    /** The bank account as it was created. */
    BankAccountCreated: {
      data: components["schemas"]["NewBankAccount"];
      message: components["schemas"]["Message"];
    };
    /**
     * Where the withdrawal stands.
     * @example PENDING
     */
    WithdrawalStatus: "PENDING" | (string & {});
    /**
     * How the money is paid out.
     * @example PIX
     */
    WithdrawalPaymentType: "PIX" | (string & {});
    /**
     * The kind of PIX key.
     * @example CPF
     */
    PixKeyType: "CPF" | (string & {});
    /** Money on its way out of the service. */
    Withdrawal: {
      /**
       * Format: uuid
       * The withdrawal's id.
       */
      id: string;
      /** What was withdrawn, in centavos. */
      amount: components["schemas"]["Centavos"];
      /** What arrives after fees, in centavos. */
      liquidAmount: components["schemas"]["Centavos"];
      status: components["schemas"]["WithdrawalStatus"];
      withdrawalPaymentType: components["schemas"]["WithdrawalPaymentType"];
      /**
       * The address given when the withdrawal was created.
       * @example https://shop.example/postbacks
       */
      postbackUrl: string;
      /** The kind of that key. Absent or null where there is none. */
      pixKeyType?: components["schemas"]["PixKeyType"] | null;
      /**
       * The PIX key that receives the money. Absent or null where there is none.
       * @example 52998224725
       */
      pixKey?: string | null;
      createdAt: components["schemas"]["Timestamp"];
      updatedAt: components["schemas"]["Timestamp"];
    };
    /** Only the total; this list tells neither page nor limit. */
    WithdrawalMeta: {
      /**
       * How many withdrawals there are on all pages.
       * @example 3
       */
      total: number;
    };
    /** One page of withdrawals. Its `meta` has the total only. */
    WithdrawalList: {
      /** The withdrawals of this page. */
      data: components["schemas"]["Withdrawal"][];
      meta: components["schemas"]["WithdrawalMeta"];
      message: components["schemas"]["Message"];
    };
    /** One withdrawal. */
    WithdrawalRead: {
      data: components["schemas"]["Withdrawal"];
      message: components["schemas"]["Message"];
    };
  };
  responses: {
    /** Anything else that went wrong. */
    Unexpected: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The body is not valid. `message` lists what is wrong. */
    ValidationFailed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The keys are not those of a company. */
    WrongKeys: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The page or a filter is not valid. */
    QueryInvalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The bearer token is missing, malformed or expired. */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The account may not use the interface. */
    NotAuthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is not valid, or its splits break a rule. */
    PaymentRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The tokenised card or the subaccount of a split is not known. */
    CardOrSubaccountNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** An id is not valid. */
    IdInvalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** No payment of this company has this id. */
    PaymentNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is not valid, or the payment cannot be refunded. */
    RefundRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** No customer of this company has this id. */
    CustomerNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** No card of the associated customer has this id. */
    CardNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** No subscription of this company has this id. */
    SubscriptionNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is not valid, or the subscription's status does not allow this. */
    WrongStatus: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The subscription, the customer or the tokenised card is not known. */
    SubscriptionCustomerOrCardNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is not valid, the splits would exceed what is left after the fee, or the subaccount is not approved. */
    SplitRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The subscription or the subaccount is not known. */
    SubscriptionOrSubaccountNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The subscription is not known, or has no such split. */
    SubscriptionOrSplitNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The customers could not be listed, or something else went wrong. */
    CustomerListFailed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is not valid, or a first address is not complete. */
    AddressRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** No subaccount of this company has this id. */
    SubaccountNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** No subaccount has this id. */
    SubaccountNotFoundOnDelete: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The withdrawal is not known in this context, or the subaccount of the context is not known. */
    WithdrawalOrSubaccountNotFound: {
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
     * Which page to return, from 1.
     * @example 1
     */
    PageAssumed: number;
    /**
     * How many items a page holds at most.
     * @example 10
     */
    LimitAssumed: number;
    /**
     * The payment's id.
     * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
     */
    PaymentId: string;
    /**
     * The token, as `cards.tokenize` returned it.
     * @example 3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a
     */
    TokenizedCardId: string;
    /**
     * Which page to return, from 1.
     * @example 1
     */
    Page: number;
    /**
     * How many items a page holds at most.
     * @example 10
     */
    Limit: number;
    /**
     * The subscription's id.
     * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
     */
    SubscriptionId: string;
    /**
     * The id of the subscription's split.
     * @example f5903a1c-6e2d-4b87-a04f-d9c8e7b61325
     */
    SplitId: string;
    /**
     * Which page to return, from 1.
     * @example 1
     */
    PageDefaultAssumed: number;
    /**
     * How many items a page holds at most.
     * @example 10
     */
    LimitDefaultAssumed: number;
    /**
     * The customer's id.
     * @example 8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10
     */
    CustomerId: string;
    /**
     * The subaccount's id.
     * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
     */
    SubaccountId: string;
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
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  "auth.createToken": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TokenCreate"];
      };
    };
    responses: {
      /** A new access token. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenCreated"];
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["WrongKeys"];
      default: components["responses"]["Unexpected"];
    };
  };
  "payments.list": {
    parameters: {
      query?: {
        /**
         * Which page to return, from 1.
         * @example 1
         */
        page?: components["parameters"]["PageAssumed"];
        /**
         * How many items a page holds at most.
         * @example 10
         */
        limit?: components["parameters"]["LimitAssumed"];
        /**
         * Only payments with this status.
         * @example PAID
         */
        status?: components["schemas"]["PaymentStatus"];
        /**
         * Only payments by this method.
         * @example card
         */
        paymentMethod?: components["schemas"]["PaymentMethod"];
        /**
         * Only payments of exactly this amount.
         * @example 4990
         */
        amount?: number;
        /**
         * Only payments of this customer.
         * @example 8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10
         */
        customerId?: string;
        /**
         * Only payments that this subscription charged.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of the payments that match all filters, the newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentList"];
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "payments.create": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PaymentCreate"];
      };
    };
    responses: {
      /** The payment; `status` tells what became of it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentCreated"];
        };
      };
      400: components["responses"]["PaymentRefused"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CardOrSubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "payments.get": {
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
      /** The payment. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentRead"];
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["PaymentNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "payments.refund": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PaymentRefund"];
      };
    };
    responses: {
      /** The payment is refunded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentRefunded"];
        };
      };
      400: components["responses"]["RefundRefused"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["PaymentNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "cards.tokenize": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CardTokenize"];
      };
    };
    responses: {
      /** The card is stored. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CardTokenized"];
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "cards.get": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The token, as `cards.tokenize` returned it.
         * @example 3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a
         */
        tokenizedCardId: components["parameters"]["TokenizedCardId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The card. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CardRead"];
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CardNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "cards.delete": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The token, as `cards.tokenize` returned it.
         * @example 3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a
         */
        tokenizedCardId: components["parameters"]["TokenizedCardId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The card is deleted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CardDeleted"];
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CardNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.list": {
    parameters: {
      query?: {
        /**
         * Which page to return, from 1.
         * @example 1
         */
        page?: components["parameters"]["Page"];
        /**
         * How many items a page holds at most.
         * @example 10
         */
        limit?: components["parameters"]["Limit"];
        /**
         * Only subscriptions with this title.
         * @example Plano mensal
         */
        title?: string;
        /**
         * Only subscriptions of this `amount`. The filter is a number, the field an integer.
         * @example 4990
         */
        amount?: number;
        /**
         * Only subscriptions of this `setupAmount`. The filter is a number, the field an integer.
         * @example 1500
         */
        setupAmount?: number;
        /**
         * Only subscriptions that are charged every so many days.
         * @example 30
         */
        frequency?: number;
        /**
         * Only subscriptions that start on this date.
         * @example 2026-03-10
         */
        dueDate?: string;
        /**
         * Only subscriptions with this status.
         * @example ACTIVE
         */
        status?: components["schemas"]["SubscriptionStatus"];
        /**
         * Only subscriptions with a split for this subaccount.
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
      /** One page of the subscriptions that match all filters, the newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubscriptionList"];
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.get": {
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
      /** The subscription. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubscriptionRead"];
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.update": {
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
    requestBody: {
      content: {
        "application/json": components["schemas"]["SubscriptionUpdate"];
      };
    };
    responses: {
      /** The subscription is updated. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubscriptionUpdated"];
        };
      };
      400: components["responses"]["WrongStatus"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionCustomerOrCardNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.cancel": {
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
      /** The subscription is cancelled. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubscriptionCanceled"];
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.addSplit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SubscriptionSplitCreate"];
      };
    };
    responses: {
      /** The split is added. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubscriptionSplitAdded"];
        };
      };
      400: components["responses"]["SplitRefused"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionOrSubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.removeSplit": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subscription's id.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId: components["parameters"]["SubscriptionId"];
        /**
         * The id of the subscription's split.
         * @example f5903a1c-6e2d-4b87-a04f-d9c8e7b61325
         */
        splitId: components["parameters"]["SplitId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The split is removed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubscriptionSplitRemoved"];
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionOrSplitNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.suspend": {
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
      /** The subscription is suspended. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubscriptionSuspended"];
        };
      };
      400: components["responses"]["WrongStatus"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.reactivate": {
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
      /** The subscription is active again. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubscriptionReactivated"];
        };
      };
      400: components["responses"]["WrongStatus"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "customers.list": {
    parameters: {
      query?: {
        /**
         * Which page to return, from 1.
         * @example 1
         */
        page?: components["parameters"]["PageDefaultAssumed"];
        /**
         * How many items a page holds at most.
         * @example 10
         */
        limit?: components["parameters"]["LimitDefaultAssumed"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of customers, the newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CustomerList"];
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["CustomerListFailed"];
    };
  };
  "customers.get": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The customer's id.
         * @example 8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10
         */
        customerId: components["parameters"]["CustomerId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The customer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CustomerRead"];
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "customers.update": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The customer's id.
         * @example 8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10
         */
        customerId: components["parameters"]["CustomerId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CustomerUpdate"];
      };
    };
    responses: {
      /** The customer is updated. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CustomerUpdated"];
        };
      };
      400: components["responses"]["AddressRefused"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "customers.delete": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The customer's id.
         * @example 8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10
         */
        customerId: components["parameters"]["CustomerId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The customer is deleted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CustomerDeleted"];
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subaccounts.list": {
    parameters: {
      query?: {
        /**
         * Which page to return, from 1.
         * @example 1
         */
        page?: components["parameters"]["PageDefaultAssumed"];
        /**
         * How many items a page holds at most.
         * @example 10
         */
        limit?: components["parameters"]["LimitDefaultAssumed"];
        /**
         * Only subaccounts of this kind.
         * @example PJ
         */
        companyType?: components["schemas"]["CompanyType"];
        /**
         * Only the subaccount with this CPF or CNPJ.
         * @example 52998224725
         */
        document?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of subaccounts, the newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubaccountList"];
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subaccounts.get": {
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
    requestBody?: never;
    responses: {
      /** The subaccount. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubaccountRead"];
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subaccounts.delete": {
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
    requestBody?: never;
    responses: {
      /** The subaccount is deleted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubaccountDeleted"];
        };
      };
      400: components["responses"]["SubaccountNotFoundOnDelete"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subaccounts.createPf": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SubaccountPfCreate"];
      };
    };
    responses: {
      /** The subaccount is created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubaccountPfCreated"];
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subaccounts.createPj": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SubaccountPjCreate"];
      };
    };
    responses: {
      /** The subaccount is created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubaccountPjCreated"];
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "bankAccounts.list": {
    parameters: {
      query?: {
        /**
         * Which page to return, from 1.
         * @example 1
         */
        page?: components["parameters"]["Page"];
        /**
         * How many items a page holds at most.
         * @example 10
         */
        limit?: components["parameters"]["Limit"];
      };
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
    requestBody?: never;
    responses: {
      /** One page of bank accounts, the newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BankAccountList"];
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "bankAccounts.create": {
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
        "application/json": components["schemas"]["BankAccountCreate"];
      };
    };
    responses: {
      /** The bank account is created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BankAccountCreated"];
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "withdrawals.list": {
    parameters: {
      query?: {
        /**
         * Which page to return, from 1.
         * @example 1
         */
        page?: components["parameters"]["Page"];
        /**
         * How many items a page holds at most.
         * @example 10
         */
        limit?: components["parameters"]["Limit"];
      };
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
    requestBody?: never;
    responses: {
      /** One page of withdrawals, the newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WithdrawalList"];
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "withdrawals.get": {
    parameters: {
      query?: never;
      header?: {
        /**
         * Run the operation for this subaccount instead of your main account.
         * @example 71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253
         */
        "x-subaccount-id"?: components["parameters"]["SubaccountContext"];
      };
      path: {
        /**
         * The withdrawal's id.
         * @example 264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34
         */
        withdrawalId: components["parameters"]["WithdrawalId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The withdrawal. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WithdrawalRead"];
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["WithdrawalOrSubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
}

/** The company's key pair. */
export type TokenCreate = components["schemas"]["TokenCreate"];

/** The service's own code for what went wrong. Eight are known and others may come, so treat a code that you do not know as a plain failure. */
export type ReturnCode = components["schemas"]["ReturnCode"];

/** What went wrong. No error fills all four fields; a listed return code always brings `message` and `returnCode`. */
export type ErrorData = components["schemas"]["ErrorData"];

/** The envelope of every error. */
export type ErrorEnvelope = components["schemas"]["ErrorEnvelope"];

/** A token pair and how long it lasts. */
export type Token = components["schemas"]["Token"];

/** What happened, in words for people. Do not decide by it. */
export type Message = components["schemas"]["Message"];

/** A new token. */
export type TokenCreated = components["schemas"]["TokenCreated"];

/** Where the payment stands. Only three steps are described: an accepted card payment is `SUCCEEDED`, an accepted billet is `PENDING`, a refunded card payment is `REFUNDED`. All other steps are assumed, and none leads to `CREATED`, `REVERSED` or `PRE_AUTHORIZED`: expect them at any time. */
export type PaymentStatus = components["schemas"]["PaymentStatus"];

/** How the buyer pays. A tokenised card counts as `card`. */
export type PaymentMethod = components["schemas"]["PaymentMethod"];

/** An amount of money in BRL. `4990` is R$ 49,90. */
export type PaymentAmount = components["schemas"]["PaymentAmount"];

/** Who someone is, as every view of a buyer or customer shows it. */
export type Person = components["schemas"]["Person"];

/** The part of an address that has the same form everywhere. */
export type StreetAddress = components["schemas"]["StreetAddress"];

/** The buyer, as given with the payment. The address stands beside the name, not within an object. */
export type BuyerDetails = components["schemas"]["BuyerDetails"];

/** How the part was given. Lower case here; on a subscription it is upper case. */
export type PaymentSplitType = components["schemas"]["PaymentSplitType"];

/** The part of one subaccount in a payment. */
export type PaymentSplit = components["schemas"]["PaymentSplit"];

/** A moment in UTC, ISO 8601 with milliseconds. */
export type Timestamp = components["schemas"]["Timestamp"];

/** What a payment of any method carries. */
export type PaymentBase = components["schemas"]["PaymentBase"];

/** The card that paid, masked. */
export type CardDetails = components["schemas"]["CardDetails"];

/** A payment by card, or by tokenised card. */
export type CardPayment = components["schemas"]["CardPayment"];

/** A moment in ISO 8601 with its offset from UTC. `Z` is an offset of nothing. */
export type OffsetTimestamp = components["schemas"]["OffsetTimestamp"];

/** What the buyer needs to pay. */
export type PixDetails = components["schemas"]["PixDetails"];

/** A payment by PIX. */
export type PixPayment = components["schemas"]["PixPayment"];

/** How interest is computed. */
export type InterestType = components["schemas"]["InterestType"];

/** How the fine for paying late is computed. */
export type LateFeeType = components["schemas"]["LateFeeType"];

/** What the buyer needs to pay the billet, and what it costs to pay late. */
export type BilletDetails = components["schemas"]["BilletDetails"];

/** A payment by billet (boleto). */
export type BilletPayment = components["schemas"]["BilletPayment"];

/** A payment, also called a transaction. `paymentMethod` decides which details it carries; a tokenised card pays with the method `card`. */
export type Payment = components["schemas"]["Payment"];

/** Where this page stands in the whole list. */
export type Meta = components["schemas"]["Meta"];

/** Always null here. */
export type NoMessage = components["schemas"]["NoMessage"];

/** One page of payments. */
export type PaymentList = components["schemas"]["PaymentList"];

/** Who receives a part of the payment. */
export type PaymentSplitCreateBase = components["schemas"]["PaymentSplitCreateBase"];

/** A share in percent. `12.5` is one eighth. */
export type Percentage = components["schemas"]["Percentage"];

/** A part as a share of the payment. */
export type PercentagePaymentSplitCreate = components["schemas"]["PercentagePaymentSplitCreate"];

export type ChargedAmount = components["schemas"]["ChargedAmount"];

/** A part as a fixed amount. */
export type AmountPaymentSplitCreate = components["schemas"]["AmountPaymentSplitCreate"];

/** The part of one subaccount in the payment, as a percentage or as an amount. A percentage above 0 counts, whatever the amount beside it. Without one, or where it is 0 or null, the amount counts. */
export type PaymentSplitCreate = components["schemas"]["PaymentSplitCreate"];

/** What a payment of any kind can carry. */
export type PaymentCreateBase = components["schemas"]["PaymentCreateBase"];

/** How much to charge, and where to report what becomes of it. */
export type BillingData = components["schemas"]["BillingData"];

/** How much to charge to the card, in how many instalments. */
export type CardBillingData = components["schemas"]["CardBillingData"];

/** What is given of a buyer for a payment of any kind. */
export type CustomerDataBase = components["schemas"]["CustomerDataBase"];

/** The address of a buyer who pays by card, in full. Here the `zipcode` is a string. */
export type CardCustomerAddress = components["schemas"]["CardCustomerAddress"];

/** The buyer who pays by card, in full. */
export type CardCustomerData = components["schemas"]["CardCustomerData"];

/** The month in which the card expires, two digits. */
export type ExpirationMonth = components["schemas"]["ExpirationMonth"];

/** The year in which the card expires, four digits. */
export type ExpirationYear = components["schemas"]["ExpirationYear"];

/** A card as printed. The full number and the security code are never returned. */
export type CardData = components["schemas"]["CardData"];

/** A charge on a card whose full data you send. It needs full customer, address and card data. */
export type CardPaymentCreate = components["schemas"]["CardPaymentCreate"];

/** The buyer's address. Here the `zipcode` is a string; on customers and subaccounts it is an integer. */
export type CustomerDataAddress = components["schemas"]["CustomerDataAddress"];

/** The buyer. */
export type CustomerData = components["schemas"]["CustomerData"];

/** A charge on a stored card. */
export type TokenizedCardPaymentCreate = components["schemas"]["TokenizedCardPaymentCreate"];

/** A PIX charge, which the buyer pays by scanning or pasting a code. */
export type PixPaymentCreate = components["schemas"]["PixPaymentCreate"];

/** A billet (boleto), which the buyer pays at a bank. */
export type BilletPaymentCreate = components["schemas"]["BilletPaymentCreate"];

/** What to charge, whom, and how. `paymentType` decides which fields belong to it. */
export type PaymentCreate = components["schemas"]["PaymentCreate"];

/** The payment as it was accepted. */
export type PaymentCreated = components["schemas"]["PaymentCreated"];

/** What tells one change from another. */
export type PostbackBase = components["schemas"]["PostbackBase"];

/** A payment as a change has left it. */
export type PaymentPostback = components["schemas"]["PaymentPostback"];

/** One payment. */
export type PaymentRead = components["schemas"]["PaymentRead"];

/** Which payment to refund. A refund returns the whole payment. */
export type PaymentRefund = components["schemas"]["PaymentRefund"];

/** The card payment as it stands after the refund. Its splits are empty. */
export type RefundedPayment = components["schemas"]["RefundedPayment"];

/** The payment after its refund. */
export type PaymentRefunded = components["schemas"]["PaymentRefunded"];

/** A card, and the customer it belongs to. */
export type CardTokenize = components["schemas"]["CardTokenize"];

/** The first four digits of the card number. */
export type First4Digits = components["schemas"]["First4Digits"];

/** The last four digits of the card number. */
export type Last4Digits = components["schemas"]["Last4Digits"];

/** A tokenised card as it comes back when it is stored. It tells no time of creation. */
export type NewTokenizedCard = components["schemas"]["NewTokenizedCard"];

/** The card as it was stored. */
export type CardTokenized = components["schemas"]["CardTokenized"];

/** A stored card, masked. The full number and the security code are never returned. */
export type TokenizedCard = components["schemas"]["TokenizedCard"];

/** What happened, in words for people, or nothing. Do not decide by it. */
export type MessageOrNull = components["schemas"]["MessageOrNull"];

/** One stored card. */
export type CardRead = components["schemas"]["CardRead"];

/** That it was done, in words for people. */
export type Confirmation = components["schemas"]["Confirmation"];

/** That the card was deleted. */
export type CardDeleted = components["schemas"]["CardDeleted"];

/** Where the subscription stands. `DELETED` is final. */
export type SubscriptionStatus = components["schemas"]["SubscriptionStatus"];

/** An amount of money in centavos. */
export type Centavos = components["schemas"]["Centavos"];

/** The days between charges. `7` is weekly, `30` monthly. */
export type Frequency = components["schemas"]["Frequency"];

/** How the part was given. Upper case here; in the request that adds a split it is lower case. */
export type SubscriptionSplitType = components["schemas"]["SubscriptionSplitType"];

/** The part of one subaccount in a subscription. */
export type SubscriptionSplit = components["schemas"]["SubscriptionSplit"];

/** A moment in UTC, ISO 8601, with or without milliseconds. */
export type SubscriptionTimestamp = components["schemas"]["SubscriptionTimestamp"];

/** A recurring charge on a tokenised card. */
export type Subscription = components["schemas"]["Subscription"];

/** One page of subscriptions. */
export type SubscriptionList = components["schemas"]["SubscriptionList"];

/** One subscription. */
export type SubscriptionRead = components["schemas"]["SubscriptionRead"];

/** The subscription as it is to be, all but its splits. Leave `duration` out and it goes on for life. */
export type SubscriptionUpdate = components["schemas"]["SubscriptionUpdate"];

/** The subscription after the change. */
export type SubscriptionUpdated = components["schemas"]["SubscriptionUpdated"];

/** Which subscription is cancelled. */
export type CanceledSubscription = components["schemas"]["CanceledSubscription"];

/** That the subscription is cancelled. */
export type SubscriptionCanceled = components["schemas"]["SubscriptionCanceled"];

/** Which subscription is divided, and who receives the part. */
export type SubscriptionSplitCreateBase = components["schemas"]["SubscriptionSplitCreateBase"];

/** A part of a subscription as a fixed amount. */
export type AmountSubscriptionSplitCreate = components["schemas"]["AmountSubscriptionSplitCreate"];

/** A part of a subscription as a share. */
export type PercentageSubscriptionSplitCreate =
  components["schemas"]["PercentageSubscriptionSplitCreate"];

/** A split to add to a subscription. `splitType` decides whether an amount or a percentage is needed. */
export type SubscriptionSplitCreate = components["schemas"]["SubscriptionSplitCreate"];

/** The split that was added. */
export type SubscriptionSplitAdded = components["schemas"]["SubscriptionSplitAdded"];

/** That the split was removed. */
export type SubscriptionSplitRemoved = components["schemas"]["SubscriptionSplitRemoved"];

/** Which subscription is suspended. */
export type SuspendedSubscription = components["schemas"]["SuspendedSubscription"];

/** That the subscription is suspended. */
export type SubscriptionSuspended = components["schemas"]["SubscriptionSuspended"];

/** Which subscription is active again. */
export type ReactivatedSubscription = components["schemas"]["ReactivatedSubscription"];

/** That the subscription is active again. */
export type SubscriptionReactivated = components["schemas"]["SubscriptionReactivated"];

/** The address's status. */
export type CustomerAddressStatus = components["schemas"]["CustomerAddressStatus"];

/** The postal code (CEP) as an integer, so without its leading zero. In a payment's customer data it is a string. */
export type IntegerZipcode = components["schemas"]["IntegerZipcode"];

/** The customer's address. */
export type CustomerAddress = components["schemas"]["CustomerAddress"];

/** The customer's status. */
export type CustomerStatus = components["schemas"]["CustomerStatus"];

/** A person or company that pays you. */
export type Customer = components["schemas"]["Customer"];

/** One page of customers. */
export type CustomerList = components["schemas"]["CustomerList"];

/** One customer. */
export type CustomerRead = components["schemas"]["CustomerRead"];

/** What to change of the address. A customer who has no address yet needs all of these fields at once. */
export type CustomerAddressUpdate = components["schemas"]["CustomerAddressUpdate"];

/** What to change. Whatever you leave out stays as it is. */
export type CustomerUpdate = components["schemas"]["CustomerUpdate"];

/** The customer after the change. */
export type CustomerUpdated = components["schemas"]["CustomerUpdated"];

/** That the customer was deleted. */
export type CustomerDeleted = components["schemas"]["CustomerDeleted"];

/** The kind of a subaccount, an individual (PF) or a legal entity (PJ). */
export type CompanyType = components["schemas"]["CompanyType"];

/** The subaccount's status. It is `PENDING` after creation. */
export type SubaccountStatus = components["schemas"]["SubaccountStatus"];

/** The person responsible for the subaccount. */
export type JuridicDataPartner = components["schemas"]["JuridicDataPartner"];

/** What the address is for. A PF subaccount shows `RESPONSIBLE`, a PJ subaccount `COMMERCIAL`. */
export type AddressType = components["schemas"]["AddressType"];

/** An address of a subaccount. Its `zipcode` is an integer. */
export type SubaccountAddress = components["schemas"]["SubaccountAddress"];

/** What every view of a subaccount shows. */
export type SubaccountBase = components["schemas"]["SubaccountBase"];

/** A PF subaccount as a list shows it. */
export type SubaccountPfListItem = components["schemas"]["SubaccountPfListItem"];

/** The legal entity behind a PJ subaccount. */
export type JuridicLegalData = components["schemas"]["JuridicLegalData"];

/** A PJ subaccount as a list shows it. */
export type SubaccountPjListItem = components["schemas"]["SubaccountPjListItem"];

/** A subaccount as a list shows it, without its id. `companyType` tells the kind. */
export type SubaccountListItem = components["schemas"]["SubaccountListItem"];

/** One page of subaccounts. */
export type SubaccountList = components["schemas"]["SubaccountList"];

/** An individual who shares in your payments. */
export type SubaccountPf = components["schemas"]["SubaccountPf"];

/** A legal entity that shares in your payments. */
export type SubaccountPj = components["schemas"]["SubaccountPj"];

/** A party that shares in your payments. `companyType` tells the kind. */
export type Subaccount = components["schemas"]["Subaccount"];

/** One subaccount. */
export type SubaccountRead = components["schemas"]["SubaccountRead"];

/** Which subaccount was deleted. */
export type DeletedSubaccount = components["schemas"]["DeletedSubaccount"];

/** Which subaccount was deleted. */
export type SubaccountDeleted = components["schemas"]["SubaccountDeleted"];

/** The kind of bank account. */
export type AccountType = components["schemas"]["AccountType"];

/** Whose bank account it is, and at which bank. */
export type BankAccountBase = components["schemas"]["BankAccountBase"];

/** A number of an agency or account, a hyphen, and the check digit. */
export type NumberWithCheckDigit = components["schemas"]["NumberWithCheckDigit"];

/** The bank account of a subaccount, given when the subaccount is created. */
export type AccountBank = components["schemas"]["AccountBank"];

/** What a subaccount of either kind is created from. */
export type SubaccountCreateBase = components["schemas"]["SubaccountCreateBase"];

/** An individual who is to share in your payments. */
export type SubaccountPfCreate = components["schemas"]["SubaccountPfCreate"];

/** What a new subaccount of either kind shows. */
export type NewSubaccountBase = components["schemas"]["NewSubaccountBase"];

/** A PF subaccount as it comes back when it is created: with its bank account, and without its kind and the time of creation. */
export type NewSubaccountPf = components["schemas"]["NewSubaccountPf"];

/** The subaccount as it was created. */
export type SubaccountPfCreated = components["schemas"]["SubaccountPfCreated"];

/** A legal entity that is to share in your payments. */
export type SubaccountPjCreate = components["schemas"]["SubaccountPjCreate"];

/** A PJ subaccount as it comes back when it is created: with its bank account, and without its kind and the time of creation. */
export type NewSubaccountPj = components["schemas"]["NewSubaccountPj"];

/** The subaccount as it was created. */
export type SubaccountPjCreated = components["schemas"]["SubaccountPjCreated"];

/** The bank account's status. */
export type BankAccountStatus = components["schemas"]["BankAccountStatus"];

/** A bank account as it comes back when it is created, without its id and the time of creation. */
export type NewBankAccount = components["schemas"]["NewBankAccount"];

/** A bank account as a list shows it. */
export type BankAccount = components["schemas"]["BankAccount"];

/** One page of bank accounts. */
export type BankAccountList = components["schemas"]["BankAccountList"];

/** The bank account to add. */
export type BankAccountCreate = components["schemas"]["BankAccountCreate"];

/** The bank account as it was created. */
export type BankAccountCreated = components["schemas"]["BankAccountCreated"];

/** Where the withdrawal stands. */
export type WithdrawalStatus = components["schemas"]["WithdrawalStatus"];

/** How the money is paid out. */
export type WithdrawalPaymentType = components["schemas"]["WithdrawalPaymentType"];

/** The kind of PIX key. */
export type PixKeyType = components["schemas"]["PixKeyType"];

/** Money on its way out of the service. */
export type Withdrawal = components["schemas"]["Withdrawal"];

/** Only the total; this list tells neither page nor limit. */
export type WithdrawalMeta = components["schemas"]["WithdrawalMeta"];

/** One page of withdrawals. Its `meta` has the total only. */
export type WithdrawalList = components["schemas"]["WithdrawalList"];

/** One withdrawal. */
export type WithdrawalRead = components["schemas"]["WithdrawalRead"];

/** A step of a PaymentStatus that the contract allows. What is created comes from `NEW`. */
export type PaymentStatusTransition =
  | "NEW → SUCCEEDED"
  | "NEW → PENDING"
  | "NEW → FAILED"
  | "PENDING → SUCCEEDED"
  | "PENDING → FAILED"
  | "PENDING → PAID"
  | "PENDING → CANCELED"
  | "SUCCEEDED → REFUNDED"
  | "SUCCEEDED → DISPUTED"
  | "DISPUTED → SUCCEEDED"
  | "DISPUTED → CHARGEBACK";

/** A step of a SubscriptionStatus that the contract allows. What is created comes from `NEW`. */
export type SubscriptionStatusTransition =
  | "NEW → ACTIVE"
  | "ACTIVE → SUSPENDED"
  | "SUSPENDED → ACTIVE"
  | "ACTIVE → DELETED"
  | "SUSPENDED → DELETED"
  | "EXPIRED → DELETED"
  | "DELETED → DELETED"
  | "ACTIVE → EXPIRED";
