import { expectTypeOf, test } from "vitest";
import {
  type AddressType,
  type BankAccount,
  type CallOptions,
  type CardDetails,
  type Centavo,
  type Customer,
  createCentavo,
  isReturnCode,
  type OperationId,
  type operations,
  type Payment,
  type PaymentCreate,
  type PaymentStatus,
  type ReturnCodeName,
  type returnCodes,
  type ServiceError,
  type SubaccountListItem,
  type SubaccountStatus,
  type Subscription,
  type Withdrawal,
} from "../../src/client/index.ts";
import { keys } from "./fake-server.ts";

// These tests pass if tsc accepts them. Nothing here is ever sent.
const centavo = createCentavo({ baseUrl: "https://provider.example", ...keys });

/** Takes code that is only compiled, and does not run it. */
function rejected(..._: (() => unknown)[]): void {}

test("createCentavo returns a Centavo", () => {
  expectTypeOf(centavo).toEqualTypeOf<Centavo>();
  // @ts-expect-error The private key is missing.
  rejected(() => createCentavo({ baseUrl: "", publicKey: "" }));
  // @ts-expect-error There is no such option.
  rejected(() => createCentavo({ baseUrl: "", ...keys, apiKey: "" }));
});

type Method<Id> = Id extends `${infer Group extends keyof Centavo}.${infer Name}`
  ? Name extends keyof Centavo[Group]
    ? Centavo[Group][Name]
    : never
  : never;

type Responses = {
  [Id in OperationId]: Method<Id> extends (...args: never) => PromiseLike<infer Result>
    ? Result
    : never;
};

type Contract = {
  [Id in OperationId]: operations[Id]["responses"][200]["content"]["application/json"];
};

test("every operation has a method that returns what the contract says", () => {
  expectTypeOf<Responses>().toEqualTypeOf<Contract>();
  expectTypeOf<keyof Centavo>().toEqualTypeOf<
    OperationId extends infer Id ? (Id extends `${infer Group}.${string}` ? Group : never) : never
  >();
  // @ts-expect-error There is no such operation.
  rejected(() => centavo.payments.capture("1"));
  // @ts-expect-error There is no such group.
  rejected(() => centavo.plans);
});

test("ids come first, and are strings", () => {
  // A tuple would not do: TypeScript 5 and 7 disagree about its optional elements.
  type Expected = (subscriptionId: string, splitId: string, options?: CallOptions) => void;
  expectTypeOf(centavo.subscriptions.removeSplit).parameters.toEqualTypeOf<Parameters<Expected>>();
  // @ts-expect-error The id is missing.
  rejected(() => centavo.payments.get());
  // @ts-expect-error An id is a string.
  rejected(() => centavo.payments.get(1));
  // @ts-expect-error The second id is missing.
  rejected(() => centavo.subscriptions.removeSplit("1"));
});

test("a body has the fields of the contract", () => {
  rejected(() => centavo.customers.update("1", { phoneNumber: "+5511987654321" }));
  // @ts-expect-error The field is called phoneNumber.
  rejected(() => centavo.customers.update("1", { phone: "+5511987654321" }));
  // @ts-expect-error The field is called transactionId.
  rejected(() => centavo.payments.refund({ paymentId: "1" }));
  // @ts-expect-error The body is missing.
  rejected(() => centavo.payments.refund());
  // @ts-expect-error This operation takes no body.
  rejected(() => centavo.subscriptions.suspend("1", { reason: "holidays" }));
});

test("a query has the filters of the contract, and may be left out", () => {
  rejected(
    () => centavo.payments.list(),
    () => centavo.payments.list({}),
    () => centavo.payments.list({ status: "PAID", page: 2 }, { timeout: 1000 }),
  );
  // @ts-expect-error There is no such filter.
  rejected(() => centavo.payments.list({ buyer: "1" }));
  // @ts-expect-error There is no such status.
  rejected(() => centavo.payments.list({ status: "PAYED" }));
  // @ts-expect-error A page is a number.
  rejected(() => centavo.payments.list({ page: "2" }));
});

test("subaccountId is taken where the contract has its header, and nowhere else", () => {
  type TakingIt = {
    [Id in OperationId]: Method<Id> extends (...args: infer Args) => unknown
      ? Required<Args> extends [...unknown[], infer Options]
        ? "subaccountId" extends keyof Options
          ? Id
          : never
        : never
      : never;
  }[OperationId];
  type Keys<T> = T extends object ? keyof T : never;
  type WithHeader = {
    [Id in OperationId]: "x-subaccount-id" extends Keys<operations[Id]["parameters"]["header"]>
      ? Id
      : never;
  }[OperationId];
  expectTypeOf<WithHeader>().not.toBeNever();
  expectTypeOf<TakingIt>().toEqualTypeOf<WithHeader>();
  rejected(() => centavo.withdrawals.get("1", { subaccountId: "2" }));
  // @ts-expect-error Payments know no subaccount context.
  rejected(() => centavo.payments.get("1", { subaccountId: "2" }));
});

test("a payment narrows by paymentMethod, exhaustively", () => {
  function describe(payment: Payment): string {
    switch (payment.paymentMethod) {
      case "card":
        expectTypeOf(payment.cardDetails).toEqualTypeOf<CardDetails>();
        return payment.cardDetails.last4Digits;
      case "pix":
        return payment.pixDetails.brCode;
      case "billet":
        return payment.billetDetails.digitableLine;
      default:
        return payment satisfies never;
    }
  }
  rejected(() => describe);
  // @ts-expect-error Not every payment has a card.
  rejected((payment?: Payment) => payment?.cardDetails);
  // @ts-expect-error No payment is made by cheque.
  rejected((payment?: Payment) => payment?.paymentMethod === "cheque");
});

test("a payment request narrows by paymentType, exhaustively", () => {
  function describe(request: PaymentCreate): unknown {
    switch (request.paymentType) {
      case "card":
        return request.cardData.cardNumber;
      case "tokenizedCard":
        return request.tokenizedCardId;
      case "pix":
      case "billet":
        return request.billingData.amount;
      default:
        return request satisfies never;
    }
  }
  rejected(() => describe);
  type Base = Pick<Extract<PaymentCreate, { paymentType: "pix" }>, "billingData" | "customerData">;
  const base = {} as Base;
  rejected(() => centavo.payments.create({ paymentType: "pix", ...base }));
  // @ts-expect-error There is no such way to pay.
  rejected(() => centavo.payments.create({ paymentType: "cheque", ...base }));
  // @ts-expect-error A tokenised card payment needs its token.
  rejected(() => centavo.payments.create({ paymentType: "tokenizedCard", ...base }));
});

test("an open set accepts unknown values, and a closed one does not", () => {
  expectTypeOf<"RESPONSIBLE" | "COMMERCIAL">().toExtend<AddressType>();
  expectTypeOf<string>().toExtend<AddressType>();
  expectTypeOf<AddressType>().not.toEqualTypeOf<string>();
  expectTypeOf<SubaccountStatus>().not.toEqualTypeOf<string>();
  expectTypeOf<string>().toExtend<SubaccountStatus>();
  expectTypeOf<string>().not.toExtend<PaymentStatus>();
});

test("a list gives items of its own kind, and meta of its own", () => {
  type Item<Call> = Call extends AsyncIterable<infer One> ? One : never;
  expectTypeOf<Item<ReturnType<Centavo["payments"]["list"]>>>().toEqualTypeOf<Payment>();
  expectTypeOf<Item<ReturnType<Centavo["customers"]["list"]>>>().toEqualTypeOf<Customer>();
  expectTypeOf<
    Item<ReturnType<Centavo["subaccounts"]["list"]>>
  >().toEqualTypeOf<SubaccountListItem>();
  expectTypeOf<Item<ReturnType<Centavo["subscriptions"]["list"]>>>().toEqualTypeOf<Subscription>();
  expectTypeOf<Item<ReturnType<Centavo["bankAccounts"]["list"]>>>().toEqualTypeOf<BankAccount>();
  expectTypeOf<Item<ReturnType<Centavo["withdrawals"]["list"]>>>().toEqualTypeOf<Withdrawal>();
  expectTypeOf<Responses["withdrawals.list"]["meta"]>().toEqualTypeOf<{ total: number }>();
  expectTypeOf<Responses["customers.list"]["meta"]["totalPages"]>().toEqualTypeOf<number>();
  // @ts-expect-error One payment is not a list.
  rejected(() => Array.fromAsync(centavo.payments.get("1")));
});

test("withResponse adds the Response to the envelope", () => {
  rejected(async () => {
    const { data, message, response } = await centavo.payments.get("1").withResponse();
    expectTypeOf(data).toEqualTypeOf<Payment>();
    expectTypeOf(message).toBeNull();
    expectTypeOf(response).toEqualTypeOf<Response>();
  });
});

test("isReturnCode narrows to the error of that code", () => {
  rejected((error?: unknown) => {
    if (isReturnCode(error, "PaymentNotFound")) {
      expectTypeOf(error).toExtend<ServiceError>();
      expectTypeOf(error.code).toEqualTypeOf<"PaymentNotFound">();
      expectTypeOf(error.returnCode).toEqualTypeOf<-7708>();
      // @ts-expect-error The code is known to be another.
      return error.code === "CardNotFound";
    }
    return undefined;
  });
  // @ts-expect-error There is no such code.
  rejected(() => isReturnCode(new Error(), "PaymentLost"));
  expectTypeOf<keyof typeof returnCodes>().toEqualTypeOf<ReturnCodeName>();
  expectTypeOf<ServiceError["code"]>().toEqualTypeOf<ReturnCodeName | undefined>();
});
