import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { PROMETHEUS_TEXT, prometheusText } from "../../metrics/prometheus-text.ts";
import type { PublicHandlers, TextForm } from "../handler-types.ts";

/** Prometheus has no company, and so no access token. */
export const metrics: PublicHandlers<Pick<operations, "metrics.get">> = {
  async "metrics.get"({ metrics }) {
    return { data: await metrics.read() };
  },
};

/** The operations that return text, and how. */
export const texts: { [Id in "metrics.get"]: TextForm<operations[Id]> } = {
  "metrics.get": { type: PROMETHEUS_TEXT, write: prometheusText },
};
