import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Family, Sample } from '../figures.ts';

/** The metrics of Prometheus as metrics of OpenTelemetry, with the same names, labels and values. */
export function metricProducer(
  resource: Resource,
  families: () => Promise<readonly Family[]>,
): MetricProducer {
  const startTime = hrTimeOf(Date.now() - process.uptime() * 1000);
  return {
    collect: async () => {
      const found = await families();
      const times = { startTime, endTime: hrTimeOf(Date.now()) };
      const metrics = found.map((family) => metricOf(family, times));
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'kontor' }, metrics }] },
        errors: [],
      };
    },
  };
}

type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

export function metricOf(family: Family, times: Times): MetricData {
  const { name, help: description, type, samples } = family;
  const descriptor = { name, description, unit: unitOf(name), valueType: ValueType.DOUBLE };
  const shared = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  if (type === 'histogram')
    return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(samples, times) };
  const dataPoints = samples.map(({ labels = {}, value }) => ({ ...times, attributes: labels, value }));
  return type === 'counter'
    ? { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...shared, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** Prometheus counts up to each bound, OpenTelemetry between two. */
function histogramsOf(samples: readonly Sample[], times: Times): DataPoint<Histogram>[] {
  const series = Map.groupBy(samples, ({ labels = {} }) => JSON.stringify({ ...labels, le: undefined }));
  return [...series.values()].map((own) => {
    const valuesOf = (suffix: string) => own.filter((sample) => sample.suffix === suffix);
    const buckets = valuesOf('_bucket');
    const upTo = buckets.map(({ value }) => value);
    const value = {
      buckets: {
        boundaries: buckets.slice(0, -1).map(({ labels }) => Number(labels?.le)),
        counts: upTo.map((count, place) => count - (upTo[place - 1] ?? 0)),
      },
      sum: valuesOf('_sum')[0]?.value ?? 0,
      count: valuesOf('_count')[0]?.value ?? 0,
    };
    const attributes: Attributes = { ...valuesOf('_count')[0]?.labels };
    return { ...times, attributes, value };
  });
}

/** The unit in the name, as UCUM writes it. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's';
  return name.endsWith('_bytes') ? 'By' : '1';
}

function hrTimeOf(milliseconds: number): HrTime {
  const seconds = Math.trunc(milliseconds / 1000);
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1e6)];
}
