import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { STRICT } from "../compile-typescript.ts";

const FILE = resolve("hovers.ts");

/** Programs with a variable, and the type that an editor shows for it. */
const HOVERS: [program: string, type: string][] = [
  ["const shown = await centavo.payments.create(body)", "PaymentCreated"],
  ["const { data: shown } = await centavo.payments.create(body)", "Payment"],
  ["const { data: shown } = await centavo.payments.get('')", "Payment"],
  ["const { data: shown } = await centavo.payments.list()", "Payment[]"],
  ["for await (const shown of centavo.payments.list()) {}", "Payment"],
  ["const { data: shown } = await centavo.payments.refund(body)", "RefundedPayment"],
  ["const { data: shown } = await centavo.cards.get('')", "TokenizedCard"],
  ["const { data: shown } = await centavo.customers.get('')", "Customer"],
  ["for await (const shown of centavo.customers.list()) {}", "Customer"],
  ["const { data: shown } = await centavo.subaccounts.get('')", "Subaccount"],
  ["for await (const shown of centavo.subaccounts.list()) {}", "SubaccountListItem"],
  ["const { data: shown } = await centavo.subscriptions.get('')", "Subscription"],
  ["for await (const shown of centavo.bankAccounts.list()) {}", "BankAccount"],
  ["const { data: shown } = await centavo.withdrawals.get('')", "Withdrawal"],
];

const TEXT = `import type { Centavo } from "./src/client/index.ts";
declare const centavo: Centavo, body: never;
${HOVERS.map(([program]) => `{ ${program} }`).join("\n")}`;

test("an editor shows the names of the contract's schemas", () => {
  const isProgram = (file: string) => file === FILE;
  const service = ts.createLanguageService({
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => "1",
    getScriptSnapshot: (file) =>
      ts.ScriptSnapshot.fromString(isProgram(file) ? TEXT : (ts.sys.readFile(file) ?? "")),
    getCurrentDirectory: () => process.cwd(),
    getCompilationSettings: () => ({ ...STRICT, skipLibCheck: true }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => isProgram(file) || ts.sys.fileExists(file),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const shown = [...TEXT.matchAll(/shown/g)].map(({ index }) =>
    ts.displayPartsToString(service.getQuickInfoAtPosition(FILE, index)?.displayParts),
  );
  expect(shown).toEqual(HOVERS.map(([, type]) => `const shown: ${type}`));
});
