/** A metric in the text format of Prometheus (version 0.0.4). */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** For a histogram: `_bucket`, `_sum` or `_count`. */
  readonly suffix?: string;
}

/** The text scraped by Prometheus. */
export function exposition(families: readonly Family[]): string {
  return families
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(({ labels, value, suffix = '' }) => `${name}${suffix}${inBraces(labels)} ${value}`),
        '',
      ].join('\n'),
    )
    .join('');
}

/** A single value without labels. */
export function gauge(name: string, help: string, value: number): Family {
  return { name, help, type: 'gauge', samples: [{ value }] };
}

/** One value for each value of a label. */
export function gaugeBy(
  name: string,
  help: string,
  label: string,
  values: Readonly<Record<string, number>>,
): Family {
  const samples = Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value }));
  return { name, help, type: 'gauge', samples };
}

/** A histogram of durations, by labels. */
export class Durations {
  readonly #name: string;
  readonly #help: string;
  readonly #series = new Map<string, Series>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  observe(labels: Readonly<Record<string, string>>, seconds: number): void {
    const key = inBraces(labels);
    const series = this.#series.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 };
    this.#series.set(key, series);
    const place = bounds.findIndex((bound) => seconds <= bound);
    if (place >= 0) series.counts[place] = (series.counts[place] ?? 0) + 1;
    series.sum += seconds;
    series.count += 1;
  }

  family(): Family {
    const samples = [...this.#series.values()].flatMap(samplesOf);
    return { name: this.#name, help: this.#help, type: 'histogram', samples };
  }
}

/** Upper bounds in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** Observations between a bound and the one before. */
  readonly counts: number[];
  sum: number;
  count: number;
}

function samplesOf({ labels, counts, sum, count }: Series): Sample[] {
  let upTo = 0;
  const buckets = bounds.map((bound, place): Sample => {
    upTo += counts[place] ?? 0;
    return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: upTo };
  });
  return [
    ...buckets,
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ];
}

function inBraces(labels: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}
