import { Cursor } from "../../contract/cursor.ts";
import { operations, parametersIn } from "../../contract/operations.ts";
import { readContract } from "../../contract/read-bundled-contract.ts";

/** A command that works when you paste it: it reads the payment of the contract's example. */
export function curlExample(url: string): string {
  const operation = operations(Cursor.root(readContract())).find(({ id }) => id === "payments.get");
  const path = (operation ? parametersIn(operation, "path") : []).reduce(
    (rest, parameter) =>
      rest.replace(`{${parameter.at("name").value}}`, `${parameter.at("example").value}`),
    operation?.pathItem.key ?? "",
  );
  return `curl -H "Authorization: Bearer any" ${url}${path}`;
}
