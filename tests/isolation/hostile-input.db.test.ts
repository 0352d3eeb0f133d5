import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf } from '../support/demo-web.ts';
import { inDepth, someOf } from '../support/depth.ts';
import { hostileBodies } from '../support/hostile-bodies.ts';
import { routesOf } from '../support/server-routes.ts';
import type { Asker } from './api-fixture.ts';
import { type ApiWeb, openApiWeb } from './api-web.ts';
import { Findings } from './findings.ts';
import { routeForms as forms, routeBodies } from './route-bodies.ts';

let web: ApiWeb;
let bodies: ReturnType<typeof routeBodies>;
const all = new Findings();

beforeAll(async () => {
  web = await openApiWeb();
  bodies = routeBodies(web.api);
});
afterAll(async () => {
  console.info(`isolation: ${all.checks.toLocaleString('en')} checks of hostile input`);
  await web.close();
});

const nul = 'a\u0000b';
const loneSurrogate = 'a\ud800b';
/** Texts that no field expects, and that the database or a parser may stumble over. */
const hostileTexts = [
  nul,
  loneSurrogate,
  `${nul}@demo.test`,
  `ina@demo.test${nul}`,
  '\ufffe',
  '-1',
  '9'.repeat(15),
  '9'.repeat(400),
  "'; select pg_sleep(1) --",
  '../../etc/passwd',
  '%00',
  '{}',
  '',
];
const hostileValues = [
  ...hostileTexts,
  null,
  true,
  1e308,
  -0.5,
  [],
  [[nul]],
  {},
  { [nul]: nul },
  'x'.repeat(100_000),
];

/** Query parameters that routes read. */
const queries = ['to', 'ticket', 'lang', 'supplier_id', 'marketplace_id', 'before', 'timelineId', 'userId'];
const readHeaders = [
  'idempotency-key',
  'x-hasura-role',
  'x-hasura-app-source',
  'accept-language',
  'user-agent',
];

/** The body with a hostile value in each of its places, one at a time. */
function* withHostileValues(body: unknown): Generator<unknown> {
  for (const value of hostileValues) yield value;
  if (typeof body !== 'object' || body === null) return;
  for (const [key, held] of Object.entries(body)) {
    for (const changed of withHostileValues(held)) {
      yield Array.isArray(body) ? [changed] : { ...body, [key]: changed };
    }
  }
}

/** Values that PostgreSQL cannot store: in each place of a body and of an address, and once in each query place. */
const surely = /^the address .*%00|=a%00b$|\\u0000|\\ud800/;

interface Attempt {
  readonly words: string;
  /** Tried at every depth. */
  readonly isSure: boolean;
  readonly options: InjectOptions;
}

/** All hostile attempts on one route. */
function* attemptsOn(route: string): Generator<Attempt> {
  const [method = '', path = ''] = route.split(' ');
  const right = rightAddress(path);
  // Only the operator role reaches the code of the operator area.
  const role = path.startsWith('/api/operator/') ? { 'x-hasura-role': 'user-operator' } : {};
  const call = (words: string, change: InjectOptions): Attempt => ({
    words: `${route} with ${words}`,
    isSure: words in hostileBodies || surely.test(words),
    options: { method: method as 'GET', url: right, ...change, headers: { ...role, ...change.headers } },
  });
  for (const text of hostileTexts) {
    const encoded = encodeURIComponent(text.toWellFormed());
    if (/[:*]/.test(path)) {
      for (const raw of [encoded, '%ED%A0%80', '%C0%80']) {
        const url = path.replace(/:\w+|\*/g, raw);
        yield call(`the address ${url.slice(0, 80)}`, { url });
      }
    }
    for (const name of queries) {
      yield call(`?${name}=${encoded.slice(0, 40)}`, { url: `${right}?${name}=${encoded}` });
      yield call(`?${name} twice`, { url: `${right}?${name}=${encoded}&${name}=${encoded}&${name}[a]=1` });
    }
    for (const name of readHeaders) {
      const value = text.replace(/[^\x20-\x7e]/g, '');
      yield call(`${name}: ${value.slice(0, 40)}`, { headers: { [name]: value } });
    }
  }
  if (method === 'GET') return;
  const json = { 'content-type': 'application/json' };
  for (const [words, payload] of Object.entries(hostileBodies)) yield call(words, { headers: json, payload });
  for (const body of withHostileValues(bodies[route]?.() ?? null)) {
    const payload = JSON.stringify(body) ?? '';
    yield call(`the body ${payload.slice(0, 200)}`, { headers: json, payload });
  }
  const fields = forms[route];
  if (fields) yield* hostileForms(fields, call);
}

function* hostileForms(
  fields: Readonly<Record<string, string>>,
  call: (words: string, change: InjectOptions) => Attempt,
): Generator<Attempt> {
  const bytes = [
    Buffer.from('%PDF-1.7\n'),
    Buffer.from('name\nx\n'),
    Buffer.from('name\n"a\u0000b"\n'),
    Buffer.alloc(64),
  ];
  for (const text of hostileTexts) {
    for (const content of bytes) {
      for (const name of Object.keys(fields)) {
        const form = formOf({ ...fields, [name]: text }, [{ name: 'a.pdf', bytes: content }]);
        yield call(`${name}=${JSON.stringify(text).slice(0, 40)} in the form`, form);
      }
      const form = formOf(fields, [{ name: text.replace(/["\r\n]/g, ''), bytes: content }]);
      yield call(`the file name ${JSON.stringify(text).slice(0, 40)}`, form);
    }
  }
  const large = formOf(fields, [{ name: 'a.pdf', bytes: Buffer.alloc(11 * 1024 * 1024, '%PDF-1.7\n') }]);
  yield call('eleven megabytes', large);
}

/** The address with the key of an existing row, so that later code is reached. */
function rightAddress(path: string): string {
  const table = /procurement/.test(path) ? 'procurement' : /file/.test(path) ? 'file' : 'supplier';
  return path
    .replace(':table', 'supplier')
    .replace(':entity', 'cost_center')
    .replace(/(?<=operator\/tenant\/):id/, web.api.fixture.b.id)
    .replace(/:(id|user_id)/, String(web.api.fixture.a.row(table).id))
    .replace(':status', 'ordered')
    .replace(':tenant', '1')
    .replace(':token', 'A'.repeat(43))
    .replace('*', 'index.html');
}

/** Shares of the routes, each with its own time limit. */
const shares = [1, 2, 3, 4];

/** Each call comes from its own network, so that no request limit hides its effect. */
let network = 0;
function nextAddress(): string {
  network += 1;
  return `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`;
}

describe('ERR-15 API-44 no input breaks a route', () => {
  test('every route with a body has one here', () => {
    const taking = routesOf(web.http).filter((route) => /^(POST|PUT|PATCH) /.test(route));
    expect(taking.filter((route) => !(route in bodies) && !(route in forms))).toEqual([]);
  });

  test.each(shares)(
    'NUL, half pairs, deep and large bodies, duplicate keys: a refusal, never an internal error (%s of 4)',
    async (share) => {
      const findings = new Findings();
      const routes = routesOf(web.http).filter((_, place) => place % shares.length === share - 1);
      for (const [place, route] of routes.entries()) {
        const attempts = [...attemptsOn(route)];
        const others = attempts.filter(({ isSure }) => !isSure);
        for (const { words, options } of [
          ...someOf(
            attempts.filter(({ isSure }) => isSure),
            5,
            place,
          ),
          ...someOf(others, 83, place),
        ]) {
          await expectNoError(findings, words, options, 'administrator');
          if (route.includes('/auth/')) await expectNoError(findings, words, options, undefined);
        }
      }
      all.add(findings);
      expect(findings.holes).toEqual([]);
      expect(findings.checks).toBeGreaterThan(inDepth(80, 2_500));
    },
  );

  test.each([
    { email: nul, tenant: 'demo' },
    { email: 'ina@demo.test', tenant: nul },
    { email: 'ina@demo.test', tenant: loneSurrogate },
  ])('the login names the field that cannot be read in %j', async (payload) => {
    const answer = await web.send({ method: 'POST', url: '/api/auth/login', payload });
    const field = payload.email === nul ? 'email' : 'tenant';
    expect([answer.statusCode, answer.json().fields]).toEqual([422, { [field]: 'invalid_type' }]);
  });

  test('no request caused an unexpected error', () => {
    const unexpected = web.log.lines().filter(({ msg }) => msg === 'unexpected error');
    expect(unexpected.slice(0, 5)).toEqual([]);
    expect(web.api.unexpected).toEqual([]);
  });
});

async function expectNoError(
  findings: Findings,
  words: string,
  options: InjectOptions,
  who: Asker | undefined,
): Promise<void> {
  // The outbox answers only to this machine; its stream would not end.
  const remoteAddress = /outbox/.test(words) ? '127.0.0.1' : nextAddress();
  const isStream = words.startsWith('GET /api/live');
  const answer = await web.send({ ...options, remoteAddress, payloadAsStream: isStream }, who);
  if (isStream) answer.stream().destroy();
  const isBroken = answer.statusCode >= 500 || (!isStream && answer.body.includes('"code":"unexpected"'));
  findings.expect(!isBroken, `${words}: ${answer.statusCode} ${isStream ? '' : answer.body.slice(0, 200)}`);
}
