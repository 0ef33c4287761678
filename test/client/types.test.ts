import { expectTypeOf, test } from "vitest";
import {
  type AddressType,
  type CardDetails,
  type Centavo,
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
  type Withdrawal,
} from "../../src/client/index.ts";
import { keys } from "./fake-server.ts";

// These tests pass if tsc accepts them. Nothing here is ever sent.
const centavo = createCentavo({ baseUrl: "https://provider.example", ...keys });
const { payments, subscriptions } = centavo;

/** Takes code that is only compiled, and does not run it. */
function compiles(..._: (() => unknown)[]): void {}

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
  expectTypeOf(centavo).toEqualTypeOf<Centavo>();
  expectTypeOf<Responses>().toEqualTypeOf<Contract>();
  expectTypeOf<keyof Centavo>().toEqualTypeOf<
    OperationId extends infer Id ? (Id extends `${infer Group}.${string}` ? Group : never) : never
  >();
});

test("what the contract does not have is rejected", () => {
  compiles(
    // @ts-expect-error The private key is missing.
    () => createCentavo({ baseUrl: "", publicKey: "" }),
    // @ts-expect-error There is no such option.
    () => createCentavo({ baseUrl: "", ...keys, apiKey: "" }),
    // @ts-expect-error The id is missing.
    () => payments.get(),
    // @ts-expect-error The body is missing.
    () => payments.refund(),
    // @ts-expect-error This operation takes no body.
    () => subscriptions.suspend("1", { reason: "holidays" }),
    // @ts-expect-error A page is a number.
    () => payments.list({ page: "2" }),
    // @ts-expect-error One payment is not a list.
    () => Array.fromAsync(payments.get("1")),
    // @ts-expect-error There is no such code.
    () => isReturnCode(new Error(), "PaymentLost"),
  );
});

test("subaccountId is taken where the contract has its header, and nowhere else", () => {
  type Keys<T> = T extends object ? keyof T : never;
  type LastOf<Args> = Required<Args> extends [...unknown[], infer Last] ? Last : never;
  type OptionsOf<Id> = Method<Id> extends (...args: infer Args) => unknown ? LastOf<Args> : never;
  type HeaderOf<Id extends OperationId> = operations[Id]["parameters"]["header"];
  type Taking = {
    [Id in OperationId]: "subaccountId" extends Keys<OptionsOf<Id>> ? true : false;
  };
  type WithHeader = {
    [Id in OperationId]: "x-subaccount-id" extends Keys<HeaderOf<Id>> ? true : false;
  };
  expectTypeOf<Taking>().toEqualTypeOf<WithHeader>();
  expectTypeOf<Taking["withdrawals.get"]>().toEqualTypeOf<true>();
});

test("a payment and its request narrow by how it is paid, exhaustively", () => {
  type Paid<By> = Extract<Payment, { paymentMethod: By }>;
  expectTypeOf<Payment["paymentMethod"]>().toEqualTypeOf<"card" | "pix" | "billet">();
  expectTypeOf<Payment>().not.toHaveProperty("cardDetails");
  expectTypeOf<Paid<"card">["cardDetails"]>().toEqualTypeOf<CardDetails>();
  expectTypeOf<Paid<"pix">["pixDetails"]["brCode"]>().toBeString();
  expectTypeOf<Paid<"billet">["billetDetails"]["digitableLine"]>().toBeString();

  type Request<By> = Extract<PaymentCreate, { paymentType: By }>;
  type Ways = "card" | "tokenizedCard" | "pix" | "billet";
  expectTypeOf<PaymentCreate["paymentType"]>().toEqualTypeOf<Ways>();
  expectTypeOf<PaymentCreate>().not.toHaveProperty("tokenizedCardId");
  expectTypeOf<Request<"card">["cardData"]["cardNumber"]>().toBeString();
  expectTypeOf<Request<"tokenizedCard">["tokenizedCardId"]>().toBeString();
  expectTypeOf<Request<"pix" | "billet">["billingData"]["amount"]>().toBeNumber();
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
  type Item<Id> = Method<Id> extends (...args: never) => AsyncIterable<infer One> ? One : never;
  expectTypeOf<Item<"payments.list">>().toEqualTypeOf<Payment>();
  expectTypeOf<Item<"subaccounts.list">>().toEqualTypeOf<SubaccountListItem>();
  expectTypeOf<Item<"withdrawals.list">>().toEqualTypeOf<Withdrawal>();
  expectTypeOf<Responses["withdrawals.list"]["meta"]>().toEqualTypeOf<{ total: number }>();
  expectTypeOf<Responses["customers.list"]["meta"]["totalPages"]>().toEqualTypeOf<number>();
});

test("isReturnCode narrows to the error of that code", () => {
  const error: unknown = undefined;
  if (isReturnCode(error, "PaymentNotFound")) {
    expectTypeOf(error).toExtend<ServiceError>();
    expectTypeOf(error.code).toEqualTypeOf<"PaymentNotFound">();
    expectTypeOf(error.returnCode).toEqualTypeOf<-7708>();
    // @ts-expect-error The code is known to be another.
    compiles(() => error.code === "CardNotFound");
  }
  // Of the sandbox alone, or of a service that has more than the contract.
  if (isReturnCode(error, -90101)) {
    expectTypeOf(error).toExtend<ServiceError>();
    expectTypeOf(error.returnCode).toEqualTypeOf<-90101>();
  }
  if (isReturnCode(error, -7708)) expectTypeOf(error.returnCode).toEqualTypeOf<-7708>();
  // @ts-expect-error No code has this name.
  isReturnCode(error, "PaymentNotThere");
  expectTypeOf<keyof typeof returnCodes>().toEqualTypeOf<ReturnCodeName>();
  expectTypeOf<ServiceError["code"]>().toEqualTypeOf<ReturnCodeName | undefined>();
});
