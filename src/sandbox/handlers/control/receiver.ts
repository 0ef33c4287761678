import type { operations, Receiver } from "../../../../generated/sandbox-control-types.ts";
import { receiverPath } from "../../domain/receiver-path.ts";
import type { Company } from "../../store/records.ts";
import type { Handlers } from "../handler-types.ts";

export const receiver: Handlers<Pick<operations, "receiver.get" | "receiver.set">> = {
  async "receiver.get"({ company }) {
    return { data: receiverOf(company) };
  },

  async "receiver.set"({ company }, { body }) {
    company.receiver = body.behavior;
    return { data: receiverOf(company) };
  },
};

function receiverOf({ id, receiver: behavior }: Company): Receiver {
  return { path: receiverPath(id), behavior };
}
