import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { handOut } from "../../postbacks/listener-claims.ts";
import { currentListener, removeListener, takeTurn } from "../../postbacks/listeners.ts";
import type { Handlers } from "../../requests/handler-types.ts";

type ListenerOperations = Pick<operations, "listener.get" | "listener.claim" | "listener.release">;

export const listener: Handlers<ListenerOperations> = {
  async "listener.get"(context) {
    const current = currentListener(context);
    return { data: { connected: current !== undefined, types: [...(current?.types ?? [])] } };
  },

  async "listener.claim"(context, { body: { listener, types, limit = 16 } }) {
    const turn = takeTurn(context, listener, types);
    if (!turn) return { data: { role: "standby", postbacks: [] } };
    return { data: { role: "active", postbacks: await handOut(context, turn.types, limit) } };
  },

  async "listener.release"(context, { body, sentence }) {
    removeListener(context, body.listener);
    return { data: sentence };
  },
};
