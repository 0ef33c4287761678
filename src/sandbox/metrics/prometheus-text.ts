import type { Metric, MetricSample } from "./metrics.ts";

/** The type of Prometheus' text format. */
export const PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Writes metrics in Prometheus' text format. A metric without values is left out. No help or label has a quote, a
 * backslash or a line break, so nothing needs escaping.
 */
export function prometheusText(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map(line), ""].join("\n"),
    )
    .join("");
}

function line({ name, labels, value }: MetricSample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
}
