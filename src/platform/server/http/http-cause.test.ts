import { afterEach, describe, expect, test } from 'vitest';
import { openLog } from '../log.ts';
import { currentCause } from '../telemetry/cause.ts';
import type { SpanFacts, Tracer } from '../telemetry/span.ts';
import { installTracer } from '../telemetry/tracing.ts';
import { createHttpServer } from './http.ts';

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const own = '00-0af7651916cd43dd8448eb211c80319c-0000000000000001-01';

interface Begun {
  readonly name: string;
  readonly parent: string | null;
  readonly facts: SpanFacts;
  failure?: string;
  isEnded?: true;
}

afterEach(() => installTracer(null));

/** A web server behind these proxies, with the spans it began. */
function server(trustedProxies: readonly string[] = []) {
  const begun: Begun[] = [];
  const tracer: Tracer = {
    isPassedOn: false,
    start: (name, _kind, facts, from) => {
      const span: Begun = { name, parent: from, facts: { ...facts } };
      begun.push(span);
      return {
        traceparent: own,
        note: (more) => Object.assign(span.facts, more),
        fail: (kind) => {
          span.failure = kind;
        },
        end: () => {
          span.isEnded = true;
        },
      };
    },
  };
  installTracer(tracer);
  const settings = { publicUrl: 'http://localhost', allowedHosts: ['localhost'], trustedProxies };
  const app = createHttpServer(settings, openLog('silent'));
  app.post('/api/document/:id', async (request) => ({ ...currentCause(), id: request.id }));
  app.get('/api/health', async () => currentCause());
  app.get('/page', async () => currentCause());
  app.get('/api/broken', async () => {
    throw new Error('Meier GmbH');
  });
  const send = (method: 'GET' | 'POST', url: string, remoteAddress = '10.0.0.7') =>
    app.inject({
      ...{ method, url, remoteAddress, headers: { host: 'localhost', traceparent: parent } },
      ...(method === 'POST' && { payload: { name: 'Meier GmbH' } }),
    });
  return { begun, send };
}

describe('a request', () => {
  test('is the cause of what its handler does, also after its body has arrived', async () => {
    const { send } = server();
    const seen = (await send('POST', '/api/document/4711')).json();
    expect(seen).toMatchObject({ requestId: seen.id, traceparent: own });
  });

  test('has a span that names the pattern of its route, and nothing of its address and body', async () => {
    const { begun, send } = server();
    const { id } = (await send('POST', '/api/document/4711')).json();
    expect(begun).toEqual([
      {
        name: 'POST /api/document/:id',
        parent: null,
        facts: {
          'http.request.method': 'POST',
          'http.route': '/api/document/:id',
          'http.response.status_code': 200,
          'kontor.request_id': id,
        },
        isEnded: true,
      },
    ]);
  });

  test('that fails marks its span', async () => {
    const { begun, send } = server();
    await send('GET', '/api/broken');
    expect(begun[0]).toMatchObject({ failure: '500', isEnded: true });
  });

  test.each([
    ['a trusted proxy', ['10.0.0.0/8'], '10.0.0.7', parent],
    ['a trusted proxy in IPv6', ['10.0.0.7'], '::ffff:10.0.0.7', parent],
    ['anybody else', ['10.0.0.0/8'], '203.0.113.5', null],
    ['anybody without a proxy', [], '10.0.0.7', null],
  ])('continues the trace named by %s only if that is trusted', async (_, proxies, address, expected) => {
    const { begun, send } = server(proxies);
    await send('POST', '/api/document/1', address);
    expect(begun[0]?.parent).toBe(expected);
  });

  test.each(['/api/health', '/page'])('of a load balancer or for a page has no span: %s', async (url) => {
    const { begun, send } = server();
    expect((await send('GET', url)).json()).toMatchObject({ requestId: expect.any(String) });
    expect(begun).toEqual([]);
  });
});
