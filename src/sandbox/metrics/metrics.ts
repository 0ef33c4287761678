/** The upper limits of the buckets for durations, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** What a process counts or measures, under one name. */
export interface Metric {
  name: string;
  /** Whether it only grows, may also fall, or counts values by their size. */
  type: "counter" | "gauge" | "histogram";
  help: string;
  /** None if nothing has been counted. */
  samples: MetricSample[];
}

/** A value of a metric. */
export interface MetricSample {
  /** The name of the metric, which in a histogram ends with `_bucket`, `_sum` or `_count`. */
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** The values of a metric: one, or one for each value of a label. */
type Values = number | { label: string; values: Record<string, number> };

/** A metric that is read when somebody asks. */
export interface Reading {
  name: string;
  help: string;
  /** @default "gauge" */
  type?: Metric["type"];
  /** Returns undefined if the values are unknown at the moment. */
  read(): Values | undefined | Promise<Values | undefined>;
}

interface OperationCounts {
  /** The requests by status. */
  statuses: Map<string, number>;
  /** The requests by the first bucket that their duration fits in. */
  buckets: number[];
  seconds: number;
}

/**
 * What a process counts and measures. Labels have few values, whatever callers send: the operations of the contracts,
 * statuses, and the names of outcomes.
 */
export class Metrics {
  readonly #operations = new Map<string, OperationCounts>();
  readonly #postbacks: Record<string, number> = { accepted: 0, refused: 0, unanswered: 0 };
  readonly #readings: Reading[] = [
    {
      name: "centavo_postback_attempts_total",
      help: "Attempts to deliver a postback, by outcome.",
      type: "counter",
      read: () => ({ label: "outcome", values: this.#postbacks }),
    },
  ];

  /** Adds metrics that others know. */
  add(...readings: Reading[]): void {
    this.#readings.push(...readings);
  }

  /** Counts a request. The status is `injected` if a test asked for the error. The duration is in milliseconds. */
  countRequest(operation: string, status: string, duration: number): void {
    const counts = this.#operations.get(operation) ?? this.#addOperation(operation);
    counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
    const seconds = duration / 1000;
    counts.seconds += seconds;
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] as number)) bucket += 1;
    counts.buckets[bucket] = (counts.buckets[bucket] as number) + 1;
  }

  /** Counts an attempt to deliver a postback, by the status of the receiver. */
  countPostback(status: number | null): void {
    const answered = status !== null && status >= 200 && status < 300 ? "accepted" : "refused";
    const outcome = status === null ? "unanswered" : answered;
    this.#postbacks[outcome] = (this.#postbacks[outcome] as number) + 1;
  }

  async read(): Promise<Metric[]> {
    return [...this.#ofRequests(), ...(await Promise.all(this.#readings.map(readMetric)))];
  }

  #addOperation(operation: string): OperationCounts {
    const counts = { statuses: new Map(), buckets: [...BUCKETS, 0].fill(0), seconds: 0 };
    this.#operations.set(operation, counts);
    return counts;
  }

  #ofRequests(): Metric[] {
    const operations = [...this.#operations];
    const [total, duration] = ["centavo_requests_total", "centavo_request_duration_seconds"];
    return [
      {
        name: total,
        type: "counter",
        help: "Requests by operation and status.",
        samples: operations.flatMap(([operation, { statuses }]) =>
          [...statuses].map(([status, value]) => ({
            name: total,
            labels: { operation, status },
            value,
          })),
        ),
      },
      {
        name: duration,
        type: "histogram",
        help: "How long requests took. A file counts until it begins.",
        samples: operations.flatMap(([operation, counts]) =>
          histogram(duration, { operation }, counts),
        ),
      },
    ];
  }
}

/** Each bucket also counts what fits in the smaller ones. */
function histogram(
  name: string,
  labels: Record<string, string>,
  { buckets, seconds }: OperationCounts,
): MetricSample[] {
  let count = 0;
  const samples = buckets.map((value, index) => {
    count += value;
    const le = `${BUCKETS[index] ?? "+Inf"}`;
    return { name: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  return [
    ...samples,
    { name: `${name}_sum`, labels, value: seconds },
    { name: `${name}_count`, labels, value: count },
  ];
}

async function readMetric({ name, help, type = "gauge", read }: Reading): Promise<Metric> {
  const values = (await read()) ?? { label: "", values: {} };
  const samples =
    typeof values === "number"
      ? [{ name, labels: {}, value: values }]
      : Object.entries(values.values).map(([key, value]) => ({
          name,
          labels: { [values.label]: key },
          value,
        }));
  return { name, type, help, samples };
}
