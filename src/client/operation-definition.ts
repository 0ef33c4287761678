/**
 * What the client needs to know about an operation, in one text because the client carries one for each:
 * the method, the path, and then any of
 *
 * - `takes=body` or `takes=query`: the argument that follows the path parameters
 * - `pageSize=10` on lists: the page size if the call sets no limit
 * - `public=true`: the operation needs no token
 * - `subaccountId=x-subaccount-id`: an option of the call, and the header that it sets
 *
 * The path has its parameters in braces, in the order in which the method takes them.
 */
export type OperationDefinition = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;
