import { Cursor } from "../contract/cursor.ts";
import { operations, parametersIn } from "../contract/operations.ts";
import { readContract } from "../contract/read-bundled-contract.ts";

/** A call that works when it is pasted: it reads the payment of the contract's own example. */
export function curlExample(url: string): string {
  const read = operations(Cursor.root(readContract())).find(({ id }) => id === "payments.get");
  const path = (read ? parametersIn(read, "path") : []).reduce(
    (rest, parameter) =>
      rest.replace(`{${parameter.at("name").value}}`, `${parameter.at("example").value}`),
    read?.pathItem.key ?? "",
  );
  return `curl -H "Authorization: Bearer any" ${url}${path}`;
}
