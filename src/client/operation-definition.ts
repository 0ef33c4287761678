/** What the client needs to know about an operation. generated/operations.ts has one for each. */
export interface OperationDefinition {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path, with its parameters in braces, in the order in which the method takes them. */
  path: string;
  /** The argument that follows the path parameters. */
  takes?: "body" | "query";
  /** The headers that the options of a call set, by option name. */
  headers?: Readonly<Record<string, string>>;
  /** Set on lists: the page size if the call sets no limit. */
  pageSize?: number;
  /** Set if the operation needs no token. */
  public?: true;
}
