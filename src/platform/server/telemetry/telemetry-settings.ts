import { z } from 'zod';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Where traces and metrics of OpenTelemetry go; the packages read headers, certificates and time limits themselves. */
export interface TelemetrySettings {
  readonly tracesUrl: string | null;
  readonly metricsUrl: string | null;
  readonly sampler: (typeof samplers)[number];
  /** The share of traces to keep, from 0 to 1. */
  readonly ratio: number;
  /** Whether calls of other systems carry `traceparent`. */
  readonly isPassedOn: boolean;
  /** Milliseconds between two deliveries of spans. */
  readonly spansEvery: number;
  /** Milliseconds between two deliveries of metrics. */
  readonly metricsEvery: number;
}

const address = z.string().refine(isWebAddress, 'must look like http://collector:4318');
const choice = <const Choice extends string>(choices: readonly Choice[]) =>
  z.enum(choices, { error: `must be ${choices.join(' or ')}` });
const milliseconds = (usual: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a number of milliseconds')
    .default(usual);

/** Variables that OpenTelemetry defines for every program, with its defaults except for OTEL_PROPAGATORS. */
export const telemetryVariables = {
  OTEL_SDK_DISABLED: choice(['true', 'false']).default('false'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: choice(['http/json']).default('http/json'),
  OTEL_TRACES_EXPORTER: choice(['otlp', 'none']).default('otlp'),
  OTEL_METRICS_EXPORTER: choice(['otlp', 'none']).default('otlp'),
  OTEL_TRACES_SAMPLER: choice(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'must be a number from 0 to 1')
    .default('1'),
  OTEL_PROPAGATORS: z
    .string()
    .regex(/^[\w-]+(,[\w-]+)*$/, 'must be a list such as tracecontext,baggage')
    .default('none'),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds('5000'),
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds('60000'),
};
const variables = z.object(telemetryVariables);

/** Null: nothing is sent, and nothing of OpenTelemetry is loaded. */
export function telemetrySettings(env: z.infer<typeof variables>): TelemetrySettings | null {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '');
  const urlOf = (exporter: 'otlp' | 'none', own: string | undefined, path: string) =>
    exporter === 'none' ? null : (own ?? (base === undefined ? null : `${base}${path}`));
  const tracesUrl = urlOf(env.OTEL_TRACES_EXPORTER, env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, '/v1/traces');
  const metricsUrl = urlOf(env.OTEL_METRICS_EXPORTER, env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, '/v1/metrics');
  if (env.OTEL_SDK_DISABLED === 'true' || (tracesUrl === null && metricsUrl === null)) return null;
  return {
    tracesUrl,
    metricsUrl,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: Number(env.OTEL_TRACES_SAMPLER_ARG),
    isPassedOn: env.OTEL_PROPAGATORS.split(',').includes('tracecontext'),
    spansEvery: Number(env.OTEL_BSP_SCHEDULE_DELAY),
    metricsEvery: Number(env.OTEL_METRIC_EXPORT_INTERVAL),
  };
}

function isWebAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url !== null && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password;
}
