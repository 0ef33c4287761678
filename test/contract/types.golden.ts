export interface paths {
  "/payments/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Change a payment */
    post: operations["payments.change"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    Base: {
      /** Format: uuid */
      id: string;
    };
    /**
     * A closed set.
     * @enum {string}
     */
    Known: "PENDING" | "PAID";
    /** An open set. */
    Open: "PENDING" | (string & {});
    Nullable: number | null;
    /** A PIX. */
    Pix: {
      /** @constant */
      kind: "pix";
      /** @default 0 */
      amount?: number;
    } & components["schemas"]["Base"];
    Card: {
      /** @constant */
      kind: "card";
    } & components["schemas"]["Base"];
    Payment: components["schemas"]["Pix"] | components["schemas"]["Card"];
    EitherField: {
      one?: string;
      other?: components["schemas"]["Open"][];
    };
    /** @enum {unknown} */
    Status: "PENDING" | "PAID";
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  "payments.change": {
    parameters: {
      query?: {
        limit?: number;
      };
      header?: {
        "x-subaccount-id"?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Payment"];
      };
    };
    responses: {
      /** It is changed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Payment"];
        };
      };
      /** It is not. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": Record<string, never>;
        };
      };
    };
  };
}

export type Base = components["schemas"]["Base"];

/** A closed set. */
export type Known = components["schemas"]["Known"];

/** An open set. */
export type Open = components["schemas"]["Open"];

export type Nullable = components["schemas"]["Nullable"];

/** A PIX. */
export type Pix = components["schemas"]["Pix"];

export type Card = components["schemas"]["Card"];

export type Payment = components["schemas"]["Payment"];

export type EitherField = components["schemas"]["EitherField"];

export type Status = components["schemas"]["Status"];

/** A transition of Status that the contract allows. Creation starts from `NEW`. */
export type StatusTransition = "NEW → PENDING" | "PENDING → PAID";
