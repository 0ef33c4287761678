import type { operations, Receiver } from "../../../../generated/sandbox-control-types.ts";
import type { Context } from "../../context.ts";
import { receiverPath } from "../../domain/receiver-path.ts";
import type { Handlers } from "../../requests/handler-types.ts";

export const receiver: Handlers<Pick<operations, "receiver.get" | "receiver.set">> = {
  async "receiver.get"(context) {
    return { data: receiverOf(context) };
  },

  async "receiver.set"(context, { body }) {
    context.company.receiver = body.behavior;
    return { data: receiverOf(context) };
  },
};

function receiverOf({ company, publicUrl }: Context): Receiver {
  return { url: publicUrl + receiverPath(company.id), behavior: company.receiver };
}
