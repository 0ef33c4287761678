/** What the client has to know of an operation; generated/client.ts has one for each. */
export interface OperationDefinition {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path, with its parameters in braces, in the order in which a method takes them. */
  path: string;
  /** What a method takes after them. */
  takes?: "body" | "query";
  /** The headers that a call's options set, by the option's name. */
  headers?: Readonly<Record<string, string>>;
  /** Set on lists: how many items a page holds when the call does not say. */
  pageSize?: number;
  /** Set on operations that need no token. */
  public?: true;
}
