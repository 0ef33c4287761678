import type { operations, Receiver } from "../../../../generated/sandbox-control-types.ts";
import type { Context } from "../../context.ts";
import { receiverPath } from "../../domain/receiver-path.ts";
import type { Handlers } from "../handler-types.ts";

export const receiver: Handlers<Pick<operations, "receiver.get" | "receiver.set">> = {
  async "receiver.get"(context) {
    return { data: receiverOf(context) };
  },

  async "receiver.set"(context, { body }) {
    context.company.receiver = body.behavior;
    return { data: receiverOf(context) };
  },
};

function receiverOf({ company, sandboxUrl }: Context): Receiver {
  return { url: sandboxUrl + receiverPath(company.id), behavior: company.receiver };
}
