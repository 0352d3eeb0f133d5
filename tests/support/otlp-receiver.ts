import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TelemetrySettings } from '../../src/platform/server/telemetry/telemetry-settings.ts';

type OtlpValue = { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };

interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

/** A span as it arrived, with its attributes as an object. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly facts: Readonly<Record<string, string | number | undefined>>;
}

export interface ReceivedPoint {
  readonly facts: Readonly<Record<string, string | number | undefined>>;
  readonly asDouble?: number;
  readonly explicitBounds?: readonly number[];
  readonly bucketCounts?: readonly number[];
  readonly sum?: number;
  readonly count?: number;
}

export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly isMonotonic: boolean;
  readonly points: readonly ReceivedPoint[];
}

/** A collector of our own: decodes OTLP in JSON over HTTP, or misbehaves. */
export interface OtlpReceiver {
  readonly settings: TelemetrySettings;
  /** All bodies as they arrived. */
  readonly bodies: string[];
  readonly headers: Record<string, unknown>[];
  spans(): ReceivedSpan[];
  metrics(): ReceivedMetric[];
  /** The attributes of the service. */
  resource(): ReceivedSpan['facts'];
  /** Answers differently from now on; null: as it should. */
  behave(answer: ((response: ServerResponse) => void) | null): void;
  close(): Promise<void>;
}

interface Body {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'facts'> & {
        readonly attributes?: readonly OtlpAttribute[];
      })[];
    }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly OtlpMetric[] }[];
  }[];
}

interface OtlpPoints {
  readonly isMonotonic?: boolean;
  readonly dataPoints: readonly (Omit<ReceivedPoint, 'facts'> & {
    readonly attributes?: readonly OtlpAttribute[];
  })[];
}

interface OtlpMetric {
  readonly name: string;
  readonly unit: string;
  readonly gauge?: OtlpPoints;
  readonly sum?: OtlpPoints;
  readonly histogram?: OtlpPoints;
}

export async function openOtlpReceiver(change: Partial<TelemetrySettings> = {}): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  let misbehave: ((response: ServerResponse) => void) | null = null;
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    if (misbehave) return misbehave(response);
    bodies.push(Buffer.concat(pieces).toString());
    headers.push(request.headers);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const parsed = () => bodies.map((body) => JSON.parse(body) as Body);
  const resourceSpans = () => parsed().flatMap((body) => body.resourceSpans ?? []);
  return {
    settings: {
      tracesUrl: `${url}/v1/traces`,
      metricsUrl: `${url}/v1/metrics`,
      sampler: 'parentbased_always_on',
      ratio: 1,
      isPassedOn: false,
      spansEvery: 20,
      metricsEvery: 60_000,
      ...change,
    },
    bodies,
    headers,
    spans: () =>
      resourceSpans()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ attributes, ...span }) => ({ ...span, facts: factsOf(attributes) })),
    metrics: () =>
      parsed()
        .flatMap((body) => body.resourceMetrics ?? [])
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
        .map(metricOf),
    resource: () => factsOf(resourceSpans()[0]?.resource.attributes),
    behave: (answer) => {
      misbehave = answer;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function metricOf({ name, unit, gauge, sum, histogram }: OtlpMetric): ReceivedMetric {
  const data = gauge ?? sum ?? histogram;
  const points = (data?.dataPoints ?? []).map(({ attributes, ...point }) => ({
    ...point,
    facts: factsOf(attributes),
  }));
  return { name, unit, isMonotonic: data?.isMonotonic ?? false, points };
}

function factsOf(attributes: readonly OtlpAttribute[] = []): ReceivedSpan['facts'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]),
  );
}
