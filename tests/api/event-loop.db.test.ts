import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGraphql } from '../../src/app/server/graphql.ts';
import { exportedKinds } from '../../src/app/server/kinds.ts';
import { listColumns } from '../../src/features/overview/export-columns.ts';
import { exportJobs } from '../../src/features/overview/server/export-job.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { catalogueLines, completeForm, run } from '../procurement/requests.ts';
import { attacks } from '../support/attacks.ts';
import { type Caller, openCaller, sharedBody } from '../support/calling.ts';
import { type DemoWeb, demoWeb, formOf, type WebCaller } from '../support/demo-web.ts';
import { inDepth, someOf } from '../support/depth.ts';
import { longestBlock } from '../support/event-loop.ts';
import { fastest, slowness } from '../support/fastest.ts';
import { hostileBodies } from '../support/hostile-bodies.ts';
import { pngOf } from '../support/pictures.ts';
import { zipOf } from '../support/sample-files.ts';
import { routesOf } from '../support/server-routes.ts';
import { accessTokenFor } from '../support/web.ts';

/** The longest allowed block of a web process (API-44), in milliseconds of a usual processor. */
const maxMilliseconds = 50;
const maxLines = inDepth(100, 300);
const megabyte = 1024 * 1024;

let demo: DemoWeb;
let admin: WebCaller;
let token: string;
let caller: Caller;
let limit: number;

beforeAll(async () => {
  demo = await demoWeb();
  caller = openCaller();
  limit = maxMilliseconds * (await slowness());
  admin = await demo.person('admin@demo.test');
  token = await tokenOf(admin, 'admin@demo.test');
  await demo.web.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await caller.stop();
  await demo.close();
});

function tokenOf({ context }: WebCaller, email: string): Promise<string> {
  const { tenantId, userId, roles } = context;
  return accessTokenFor(demo.web, { tenantId, id: userId, email }, [...roles]);
}

interface Call {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly payload?: unknown;
}

/** Calls over the network from another thread: only the server's work blocks. */
function call({ method = 'POST', url, headers = {}, payload }: Call): Promise<number> {
  const { port } = demo.web.app.server.address() as AddressInfo;
  const sent = { authorization: `Bearer ${token}`, ...(headers as Record<string, string>) };
  const body = payload === undefined ? null : sharedBody(payload as Buffer | string);
  return caller.ask({ port, method, path: url, headers: sent, payload: body });
}

/** The longest time for which a call blocks all others; the first call, which compiles code, is a warm-up. */
async function blockOf(one: Call): Promise<number> {
  // A rate-limited caller would measure nothing.
  expect(await call(one)).not.toBe(429);
  return await fastest(limit, () => longestBlock(() => call(one)));
}

async function expectNoBlock(calls: Readonly<Record<string, Call>>): Promise<void> {
  const found: Record<string, number> = {};
  for (const [words, one] of Object.entries(calls)) found[words] = await blockOf(one);
  console.info(
    Object.entries(found)
      .map(([words, ms]) => `${ms.toFixed(1)} ms ${words}`)
      .join('\n'),
  );
  const blocking = Object.entries(found).filter(([, milliseconds]) => milliseconds >= limit);
  expect(blocking).toEqual([]);
}

const upload = (kind: string, name: string, bytes: Buffer, document = '0'): Call => ({
  url: '/api/file',
  ...formOf({ kind, document }, [{ name, bytes }]),
});

describe('API-44 nothing blocks a web process for more than 50 ms', () => {
  test('uploads: the largest files, and small ones with large contents', async () => {
    const largestPicture = pngOf({ width: 8000, height: 5000, bits: 16, colorType: 6 });
    const beyond = pngOf({ width: 60_000, height: 60_000, rows: deflateSync(Buffer.alloc(megabyte)) });
    const { procurement } = await admin.get<{ procurement: { id: number }[] }>(
      '{ procurement(limit: 1) { id } }',
    );
    const document = String(procurement[0]?.id);
    const names = Array.from({ length: 60_000 }, (_, name) => `${name}`);
    const calls: Readonly<Record<string, Call>> = {
      'a signature of 40 million pixels': upload('signature', 'a.png', largestPicture),
      'a picture of 3,600 million pixels': upload('master_image', 'a.png', beyond),
      'a PDF of ten megabytes': upload(
        'procurement',
        'a.pdf',
        Buffer.alloc(9.9 * megabyte, '%PDF-1.7\n'),
        document,
      ),
      'an archive of 60,000 files': upload('procurement', 'a.xlsx', zipOf(names), document),
      'a mail of ten megabytes': upload(
        'procurement',
        'a.eml',
        Buffer.alloc(9.9 * megabyte, 'a: b\r\n'),
        document,
      ),
      'ten megabytes of nothing': upload('procurement', 'a.pdf', Buffer.alloc(9.9 * megabyte), document),
      'a CSV file of ten megabytes': {
        url: '/api/import/cost_center',
        ...formOf({}, [{ name: 'a.csv', bytes: Buffer.alloc(9.9 * megabyte, 'number;näme\n1;x\n') }]),
      },
    };
    await expectNoBlock(Object.fromEntries(someOf(Object.entries(calls), 2)));
  });

  test('a letter of hundreds of long lines', async () => {
    const requester = await demo.person('requester@demo.test');
    const [line] = await catalogueLines(requester, 1);
    const description = 'Überlängenträger für Außenfassaden '.repeat(7);
    const lines = Array.from({ length: maxLines }, () => ({ ...line, description }));
    const { id } = await run(requester, 'save', { head: await completeForm(requester), lines });
    const letter: Call = {
      method: 'GET',
      url: `/api/procurement/${id}/pdf`,
      headers: { authorization: `Bearer ${await tokenOf(requester, 'requester@demo.test')}` },
    };
    expect(await call(letter)).toBe(200);
    await expectNoBlock({ 'the longest letter': letter });
  });

  test('the largest and deepest bodies, on every route with a body', async () => {
    const json = { 'content-type': 'application/json' };
    const filled = Object.entries({
      'a megabyte of text': JSON.stringify({ email: 'x'.repeat(megabyte - 99) }),
      ...hostileBodies,
    }).filter(([, payload]) => payload.length > 10_000);
    const routes = routesOf(demo.web.app).filter((route) => route.startsWith('POST '));
    const calls = routes.flatMap((route) =>
      filled.map(([words, payload]): [string, Call] => [
        `${route} with ${words}`,
        { url: route.replace('POST ', '').replace(/:\w+/, '1'), headers: json, payload },
      ]),
    );
    // The deep form of hostile-input.db.test.ts sends each body to each route.
    await expectNoBlock(Object.fromEntries(someOf(calls, 11)));
  });

  test('API-48 attacks on the API', async () => {
    const headers = { 'content-type': 'application/json' };
    // Where there are many, they are similar.
    const calls = Object.entries(attacks).flatMap(([words, bodies]) =>
      bodies
        .slice(0, bodies.length > 3 ? inDepth(1, 3) : bodies.length)
        .map((payload, place): [string, Call] => [
          `${words}, ${place + 1}`,
          { url: '/v1/graphql', headers, payload },
        ]),
    );
    await expectNoBlock(Object.fromEntries(calls));
  });

  test('an answer about the whole schema', async () => {
    // A query that is not cached.
    const question = (): Call => ({
      url: '/v1/graphql',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ query: `${getIntrospectionQuery()} # ${randomUUID()}` }),
    });
    await call(question());
    expect(await fastest(limit, () => longestBlock(() => call(question())))).toBeLessThan(limit);
  });

  test("exports of thousands of documents, which npm start writes in the web server's process", async () => {
    const { tenantId, userId } = admin.context;
    await demo.web.sql(
      `with made as (insert into timeline (tenant_id) select $1 from generate_series(1, ${inDepth(1000, 3000)}) returning id)
       insert into procurement (tenant_id, timeline_id, creator_id, name, status, number)
       select $1, id, $2, 'Wird ausgegeben ' || id, 'open', 500000 + id from made`,
      [tenantId, userId],
    );
    const { database } = demo.web;
    const graphql = await openGraphql(database, { error: console.error });
    const handlers = exportJobs({ database, graphql, clock: systemClock, kinds: exportedKinds });
    const columns = Object.keys(listColumns(undefined).columns);
    const written = (format: string) => () =>
      Promise.resolve(
        handlers.overview_export?.({
          id: 0,
          kind: 'overview_export',
          context: admin.context,
          progress: async () => {},
          input: {
            kind: null,
            format,
            language: 'de',
            columns,
            where: {},
            order_by: [{ created_at: 'desc' }],
          },
        }),
      );
    for (const format of ['csv', 'xlsx']) {
      await written(format)();
      expect(await fastest(limit, () => longestBlock(written(format))), format).toBeLessThan(limit);
    }
  });
});
