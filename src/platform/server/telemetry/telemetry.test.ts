import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type OtlpReceiver, openOtlpReceiver } from '../../../../tests/support/otlp-receiver.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { Durations, type Family, gaugeBy } from '../figures.ts';
import { callHttp } from '../http-call.ts';
import { openLog } from '../log.ts';
import { callPinned } from '../pinned-call.ts';
import { type Cause, currentCause } from './cause.ts';
import { openTelemetry, type Telemetry } from './telemetry.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';
import { causedSpan, isTracing, partSpan } from './tracing.ts';

let receiver: OtlpReceiver;
let telemetry: Telemetry | undefined;
const lines: Record<string, unknown>[] = [];
const log = openLog('info', 'json', { write: (line: string) => void lines.push(JSON.parse(line)) });
const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await telemetry?.close();
  telemetry = undefined;
  for (const end of endings.splice(0)) await end();
});

/** Waits for an answer. */
async function eventually<T>(ask: () => T | undefined): Promise<T> {
  return await vi.waitFor(
    () => {
      const answer = ask();
      if (answer === undefined) throw new Error(`no answer to ${ask}`);
      return answer;
    },
    { timeout: 60_000, interval: 20 },
  );
}

async function open(change: Partial<TelemetrySettings> = {}, families: readonly Family[] = []) {
  receiver = await openOtlpReceiver(change);
  endings.push(() => receiver.close());
  const parts = { log, version: '1.2.3', families: async () => families };
  telemetry = await openTelemetry(receiver.settings, parts);
}

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const cause = (): Cause => ({ requestId: randomUUID(), traceparent: parent });
const work = (from: Cause, run: () => Promise<unknown> = async () => {}) =>
  causedSpan(from, 'POST /v1/graphql', 'server', { 'http.request.method': 'POST' }, run);
const spanNamed = (name: string) => eventually(() => receiver.spans().find((span) => span.name === name));

describe('traces over OTLP', () => {
  test('a span continues the trace of its cause, and its parts are below it', async () => {
    await open();
    const from = cause();
    await work(from, () => partSpan('mutation', 'internal', { 'kontor.fields': 'a' }, async () => {}));
    const [outer, inner] = [await spanNamed('POST /v1/graphql'), await spanNamed('mutation')];
    expect(outer).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
      kind: 2,
      facts: { 'http.request.method': 'POST', 'kontor.request_id': from.requestId },
    });
    expect(inner).toMatchObject({
      traceId: outer.traceId,
      parentSpanId: outer.spanId,
      facts: { 'kontor.fields': 'a', 'kontor.request_id': from.requestId },
    });
    expect(receiver.resource()).toMatchObject({ 'service.name': 'kontor', 'service.version': '1.2.3' });
  });

  test('a failure is marked by class and code without its message; a refusal is no failure', async () => {
    await open();
    const failing = (error: Error) => work(cause(), () => Promise.reject(error)).catch(() => {});
    await failing(Object.assign(new TypeError('Meier GmbH'), { code: 'E1' }));
    await failing(new Refused(refuse('not_found')));
    const spans = await eventually(() => (receiver.spans().length === 2 ? receiver.spans() : undefined));
    expect(spans.map(({ facts, status }) => [facts['error.type'], status.code])).toEqual([
      ['TypeError E1', 2],
      ['not_found', 0],
    ]);
    expect(receiver.bodies.join()).not.toContain('Meier');
  });

  test('work without a cause has no span', async () => {
    await open();
    await partSpan('transaction gate', 'client', {}, async () => {});
    await telemetry?.close();
    expect(receiver.spans()).toEqual([]);
  });

  test.each([
    ['always_off', parent, 0],
    ['parentbased_always_off', parent, 1],
    ['parentbased_always_on', parent.replace(/01$/, '00'), 0],
  ] as const)('the sampler %s decides', async (sampler, traceparent, count) => {
    await open({ sampler });
    await work({ requestId: randomUUID(), traceparent });
    if (count > 0) await spanNamed('POST /v1/graphql');
    await telemetry?.close();
    expect(receiver.spans()).toHaveLength(count);
  });

  test.each([
    [true, 'is sent'],
    [false, 'is not sent'],
  ])('with passing on = %s the trace of a call to another system %s', async (isPassedOn) => {
    await open({ isPassedOn });
    const seen: IncomingHttpHeaders[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers);
      response.writeHead(204).end();
    });
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    endings.push(() => new Promise((done) => other.close(done)));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/secret-path`;
    await work(cause(), async () => {
      await callHttp(url, { method: 'POST' });
      await callPinned(new URL(url), { method: 'POST', headers: {}, hosts: null, longest: 10 });
    });
    const calls = await eventually(() => {
      const found = receiver.spans().filter(({ name }) => name === 'POST');
      return found.length === 2 ? found : undefined;
    });
    expect(calls.map(({ facts }) => facts['http.response.status_code'])).toEqual([204, 204]);
    expect(seen.map(({ traceparent }) => traceparent)).toEqual(
      calls.map(({ traceId, spanId }) => (isPassedOn ? `00-${traceId}-${spanId}-01` : undefined)),
    );
    expect(receiver.bodies.join()).not.toContain('secret-path');
  });

  test('without traces the cause is known all the same', async () => {
    expect(isTracing()).toBe(false);
    const from = cause();
    await work(from, async () => expect(currentCause()).toBe(from));
  });
});

describe('metrics over OTLP', () => {
  test('have the names, labels and values that Prometheus reads', async () => {
    const durations = new Durations('kontor_http_request_duration_seconds', 'Answered requests by route.');
    for (const seconds of [0.004, 0.2, 0.2, 60]) durations.observe({ method: 'GET' }, seconds);
    const cpu: Family = {
      name: 'process_cpu_seconds_total',
      help: '',
      type: 'counter',
      samples: [{ value: 3 }],
    };
    const families = [durations.family(), cpu, gaugeBy('kontor_jobs', '', 'state', { done: 4, failed: 0 })];
    await open({ tracesUrl: null, metricsEvery: 50 }, families);
    const [histogram, counter, jobs] = await eventually(() =>
      receiver.metrics().length >= 3 ? receiver.metrics() : undefined,
    );
    expect(histogram).toMatchObject({ name: 'kontor_http_request_duration_seconds', unit: 's' });
    expect(histogram?.points).toMatchObject([
      {
        facts: { method: 'GET' },
        explicitBounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
        bucketCounts: [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1],
        sum: 60.404,
        count: 4,
      },
    ]);
    expect(counter).toMatchObject({ name: 'process_cpu_seconds_total', isMonotonic: true });
    expect(counter?.points[0]?.asDouble).toBe(3);
    expect(jobs?.points.map(({ facts, asDouble }) => [facts.state, asDouble])).toEqual([
      ['done', 4],
      ['failed', 0],
    ]);
  });
});

describe('a collector that does not do its part', () => {
  const warnings = () =>
    lines.filter(
      ({ msg, signal }) => msg === 'the collector of OpenTelemetry takes nothing' && signal === 'traces',
    );
  const many = async (count: number) => {
    for (let each = 0; each < count; each += 1) await work(cause());
  };

  test('is reported once, and once when it is back; what waits is limited', async () => {
    await open();
    const before = warnings().length;
    receiver.behave((response) => response.writeHead(400).end('no'));
    await many(10);
    await eventually(() => (warnings().length > before ? true : undefined));
    await many(6_000);
    await delay(100);
    expect(warnings()).toHaveLength(before + 1);
    receiver.behave(null);
    await many(1);
    await eventually(() =>
      lines.some(({ msg }) => msg === 'the collector of OpenTelemetry answers again') ? true : undefined,
    );
    await telemetry?.close();
    expect(receiver.spans().length).toBeLessThanOrEqual(2048 + 512);
  });

  const pour = (response: ServerResponse) => {
    while (response.write(Buffer.alloc(65_536)));
  };

  test.each<[string, (response: ServerResponse) => void]>([
    ['away', (response) => void response.destroy()],
    ['silent', () => {}],
    ['endless', (response) => pour(response.on('drain', () => pour(response)))],
  ])('%s: neither the work nor its end waits for it', async (_, misbehave) => {
    await open();
    receiver.behave(misbehave);
    await many(3_000);
    await telemetry?.close();
    expect(receiver.spans()).toEqual([]);
  });
});
