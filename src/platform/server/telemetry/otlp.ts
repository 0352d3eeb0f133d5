import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  SpanKind as OtelKind,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../log.ts';
import { metricProducer } from './otlp-metrics.ts';
import type { Span, SpanKind, Tracer } from './span.ts';
import type { Telemetry, TelemetryParts } from './telemetry.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

/** Deliveries under way at once; further ones are dropped, so that a slow collector holds little memory. */
const concurrencyLimit = 2;
/** How long the end waits for what is left, in milliseconds. */
const longestEnd = 2_000;
/** Spans that wait for their delivery; further ones are dropped. */
const maxQueueSize = 2048;

/** Sends traces and metrics over OTLP, in JSON over HTTP. The tracer is null if only metrics are sent. */
export function openOtlp(
  settings: TelemetrySettings,
  { log, version, families }: TelemetryParts,
): Telemetry & { readonly tracer: Tracer | null } {
  const resource = resourceOf(version);
  const traces = settings.tracesUrl === null ? null : tracesTo(settings.tracesUrl, settings, resource, log);
  const metrics = settings.metricsUrl === null ? null : metricsTo(settings.metricsUrl);
  function metricsTo(url: string): MeterProvider {
    const exporter = new OTLPMetricExporter({ url, concurrencyLimit });
    reportOnce(exporter, 'metrics', log);
    const reader = new PeriodicExportingMetricReader({
      exporter,
      exportIntervalMillis: settings.metricsEvery,
      metricProducers: [metricProducer(resource, families)],
    });
    return new MeterProvider({ resource, readers: [reader] });
  }
  return {
    tracer: traces && tracerOf(traces.getTracer('kontor', version), settings.isPassedOn),
    close: async () => {
      // What could not be sent was reported when it first failed.
      const sent = Promise.allSettled([traces?.shutdown(), metrics?.shutdown()]);
      await Promise.race([sent, delay(longestEnd, undefined, { ref: false })]);
    },
  };
}

/** The name and attributes of `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`; by default `kontor`. */
function resourceOf(version: string): Resource {
  const own = {
    'service.name': 'kontor',
    'service.version': version,
    'service.instance.id': randomUUID(),
  };
  return defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }));
}

function tracesTo(url: string, settings: TelemetrySettings, resource: Resource, log: Log): TracerProvider {
  const exporter = new OTLPTraceExporter({ url, concurrencyLimit });
  reportOnce(exporter, 'traces', log);
  return new TracerProvider({
    resource,
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, maxQueueSize, scheduledDelayMillis: settings.spansEvery }),
    ],
  });
}

function samplerOf({ sampler, ratio }: TelemetrySettings): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

interface Exporter<Data, Result extends { readonly code: number }> {
  export(data: Data, done: (result: Result) => void): void;
}

/** `ExportResultCode.SUCCESS`. */
const accepted = 0;

/** Logs when a collector stops to take what it gets, and when it takes it again; its own words are not repeated. */
function reportOnce<Data, Result extends { readonly code: number }>(
  exporter: Exporter<Data, Result>,
  signal: 'traces' | 'metrics',
  log: Log,
): void {
  const send = exporter.export.bind(exporter);
  let isAway = false;
  exporter.export = (data, done) =>
    send(data, (result) => {
      const isFailed = result.code !== accepted;
      if (isFailed && !isAway) log.warn({ signal }, 'the collector of OpenTelemetry takes nothing');
      if (!isFailed && isAway) log.info({ signal }, 'the collector of OpenTelemetry answers again');
      isAway = isFailed;
      done(result);
    });
}

const kinds: Readonly<Record<SpanKind, OtelKind>> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  consumer: OtelKind.CONSUMER,
  internal: OtelKind.INTERNAL,
};

function tracerOf(tracer: OtelTracer, isPassedOn: boolean): Tracer {
  return {
    isPassedOn,
    start: (name, kind, facts, parent): Span => {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...facts } }, contextOf(parent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        note: (more) => void span.setAttributes({ ...more }),
        fail: (kind) => {
          span.setAttribute('error.type', kind);
          span.setStatus({ code: SpanStatusCode.ERROR });
        },
        end: () => span.end(),
      };
    },
  };
}

/** The context of a parent, which may be in another process. */
function contextOf(parent: string | null): Context {
  if (parent === null) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = ''] = parent.split('-');
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
