import type { components as Service } from "./types.golden.ts";

export type paths = Record<string, never>;
export interface components {
  schemas: {
    Base: Service["schemas"]["Base"];
    /**
     * A closed set.
     * @enum {string}
     */
    Known: Service["schemas"]["Known"];
    /** An open set. */
    Open: Service["schemas"]["Open"];
    Nullable: Service["schemas"]["Nullable"];
    /** A PIX. */
    Pix: Service["schemas"]["Pix"];
    Card: Service["schemas"]["Card"];
    Payment: Service["schemas"]["Payment"];
    EitherField: Service["schemas"]["EitherField"];
    /** @enum {unknown} */
    Status: Service["schemas"]["Status"];
    Own: components["schemas"]["Payment"][];
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type operations = Record<string, never>;

export type Own = components["schemas"]["Own"];
