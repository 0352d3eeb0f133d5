import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as soon } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LiveReader, readLive } from '../../../../tests/support/live-stream.ts';
import {
  accessTokenFor,
  addPerson,
  eventually,
  type TestPerson,
  type TestWeb,
  testWeb,
} from '../../../../tests/support/web.ts';
import { seconds } from '../clock.ts';
import { accessTokenLifetime } from '../tokens.ts';
import { createHttpServer, type HttpServer } from './http.ts';
import { registerLive } from './http-live.ts';
import { type LiveHub, liveSettings, type Visibility } from './live-hub.ts';
import { createAuthentication } from './request-context.ts';

let web: TestWeb;
let app: HttpServer;
let hub: LiveHub;
let origin: string;
let ina: TestPerson;
let eva: TestPerson;
let readers: LiveReader[];
/** Visibility questions asked, one text each: the watching people and the documents. */
let questions: string[];
/** The token of this person has become invalid. */
let leaver: number | undefined;

beforeEach(async () => {
  web = await testWeb();
  ina = await addPerson(web, { email: 'ina@demo.test' });
  eva = await addPerson(web, { tenant: 'other', email: 'eva@other.test' });
  readers = [];
  questions = [];
  leaver = undefined;
  const { database, clock, tokens, log } = web;
  app = createHttpServer(web.configuration, log.log);
  const visibility: Visibility = {
    rightsOf: (context) => database.inTenant(context, async () => ({ persons: [context.userId] })),
    visibleTo: async (_, subscribers, changes) => {
      questions.push(
        `${subscribers.map(({ context }) => context.userId).join()}: ${changes.map(({ id }) => id).join()}`,
      );
      return subscribers.map(({ context }) =>
        context.userId === leaver ? null : changes.filter(({ id }) => id < 1000),
      );
    },
  };
  const authentication = createAuthentication({ database, tokens, clock });
  hub = registerLive(app, { database, clock, log: log.log, visibility }, authentication);
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const reader of readers) reader.close();
  const closed = app.close();
  // The test's HTTP client may have opened a connection that it never used.
  app.server.closeAllConnections();
  await closed;
  await web.drop();
});

/** An open stream of the person. */
async function open(who: TestPerson): Promise<LiveReader> {
  const reader = await readLive(origin, await accessTokenFor(web, who));
  readers.push(reader);
  if (reader.status === 200) await reader.until('open');
  return reader;
}

const announce = (tenant: number, id: number, version = 1) =>
  web.sql("select pg_notify('live', $1)", [JSON.stringify({ tenant, kind: 'procurement', id, version })]);

describe('API-42 GET /api/live', () => {
  test('sends kind, id and version of documents that the person sees, and nothing else', async () => {
    const reader = await open(ina);
    await announce(ina.tenantId, 5000);
    await announce(ina.tenantId, 5, 3);
    await reader.until('change');
    await delay(100);
    expect(reader.events.slice(-2)).toEqual([
      { event: 'open', data: {} },
      { event: 'change', data: { kind: 'procurement', id: 5, version: 3 } },
    ]);
  });

  test('TECH-05 sends nothing to the other tenant and asks nothing for it', async () => {
    const [own, other] = [await open(ina), await open(eva)];
    await announce(ina.tenantId, 5);
    await own.until('change');
    await delay(100);
    expect(other.reported()).toEqual([]);
    expect(questions).toEqual([`${ina.id}: 5`]);
  });

  test('asks once for two streams of a person, and sends the last version of a burst', async () => {
    const [first, second] = [await open(ina), await open(ina)];
    await Promise.all([announce(ina.tenantId, 5, 1), announce(ina.tenantId, 6)]);
    await web.sql(
      `select pg_notify('live', json_build_object('tenant', $1::int, 'kind', 'procurement', 'id', 7, 'version', v)::text)
       from generate_series(1, 20) v`,
      [ina.tenantId],
    );
    await Promise.all([first, second].map((reader) => reader.until('change', 3)));
    expect(questions.length).toBeLessThanOrEqual(2);
    expect(first.events.at(-1)).toEqual(second.events.at(-1));
    expect(first.events).toContainEqual({
      event: 'change',
      data: { kind: 'procurement', id: 7, version: 20 },
    });
  });

  test('asks once for all people of a tenant', async () => {
    const colleague = await addPerson(web, { email: 'ole@demo.test' });
    const streams = [await open(ina), await open(colleague)];
    await announce(ina.tenantId, 5);
    await Promise.all(streams.map((reader) => reader.until('change')));
    expect(questions).toEqual([`${ina.id},${colleague.id}: 5`]);
  });

  test('AUTH-20 ends the streams of somebody whose token is no longer valid, and informs the others', async () => {
    const colleague = await addPerson(web, { email: 'ole@demo.test' });
    const [reader, other] = [await open(ina), await open(colleague)];
    leaver = ina.id;
    await announce(ina.tenantId, 5);
    await Promise.all([reader.ended, other.until('change')]);
    expect(reader.reported()).toEqual([]);
  });

  test('makes the browser reload everything if too many changes come at once', async () => {
    const reader = await open(ina);
    await web.sql(
      `select pg_notify('live', json_build_object('tenant', $1::int, 'kind', 'procurement', 'id', id, 'version', 1)::text)
       from generate_series(1, 900) id`,
      [ina.tenantId],
    );
    await reader.until('open', 2);
    expect(reader.reported()).toEqual([]);
    expect(questions).toEqual([]);
  });

  test('ignores an unreadable notification', async () => {
    const reader = await open(ina);
    for (const text of ['', 'x', '[]', '{"tenant":"1"}', 'null'])
      await web.sql("select pg_notify('live', $1)", [text]);
    await announce(ina.tenantId, 5);
    await reader.until('change');
  });

  test('AUTH-19 opens no stream without a token or with one of another key', async () => {
    expect(await fetch(`${origin}/api/live`)).toMatchObject({ status: 401 });
    expect((await readLive(origin, 'a.b.c')).status).toBe(401);
    expect((await fetch(`${origin}/api/live?token=${await accessTokenFor(web, ina)}`)).status).toBe(401);
  });

  test('AUTH-20 opens no stream for a token with outdated rights', async () => {
    const token = await accessTokenFor(web, ina);
    await web.sql('update lb_user set blocked = true where id = $1', [ina.id]);
    expect((await readLive(origin, token)).status).toBe(401);
  });

  test("AUTH-20 changed rights close the person's open streams at once, and only those", async () => {
    const colleague = await addPerson(web, { email: 'ole@demo.test' });
    const [reader, other] = [await open(ina), await open(colleague)];
    await web.sql("update lb_user set roles = '{user-admin}' where id = $1", [ina.id]);
    await reader.ended;
    expect(reader.events.at(-1)?.event).toBe('end');
    await announce(ina.tenantId, 5);
    await other.until('change');
    expect(reader.reported()).toEqual([]);
  });

  test('ends the stream when the token expires', async () => {
    const token = await accessTokenFor(web, ina);
    web.clock.forward(accessTokenLifetime - seconds(2));
    const reader = await readLive(origin, token);
    readers.push(reader);
    await reader.until('open');
    await reader.ended;
    expect(reader.events.at(-1)?.event).toBe('end');
  });

  test('limits the streams of a person on a server; a closed one makes room', async () => {
    const streams = await Promise.all(Array.from({ length: liveSettings.streamsPerPerson }, () => open(ina)));
    expect((await open(ina)).status).toBe(429);
    expect((await open(eva)).status).toBe(200);
    streams[0]?.close();
    await eventually(async () => ((await open(ina)).status === 200 ? true : undefined));
  });

  test('replaces a killed database connection and makes every browser reload', async () => {
    const reader = await open(ina);
    const gaps = reader.events.filter(({ event }) => event === 'gap').length;
    await web.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kontor-listen' and datname = current_database()",
    );
    await reader.until('gap', gaps + 1);
    await reader.until('open', 2);
    await announce(ina.tenantId, 5);
    await reader.until('change');
  });

  test('listens for all streams on one connection', async () => {
    await Promise.all([open(ina), open(ina), open(eva)]);
    const [row] = await web.sql<{ count: number }>(
      "select count(*)::int from pg_stat_activity where application_name = 'kontor-listen' and datname = current_database()",
    );
    expect(row?.count).toBe(1);
  });

  test('cuts a reader that does not read, while others go on', async () => {
    const reader = await open(ina);
    const { port } = new URL(origin);
    const token = await accessTokenFor(web, eva);
    const arriving = once(app.server, 'connection') as Promise<[Socket]>;
    const stuck = connect(Number(port), '127.0.0.1');
    stuck.on('error', () => {});
    stuck.write(`GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    const [socket] = await arriving;
    await once(stuck, 'readable');
    stuck.pause();
    for (let round = 0; round < 5_000 && !socket.destroyed; round += 1) {
      for (let count = 0; count < 400; count += 1) hub.resume();
      await soon();
    }
    expect(socket.destroyed).toBe(true);
    await announce(ina.tenantId, 5);
    await reader.until('change');
    stuck.destroy();
  });

  test('ends its streams when the server closes', async () => {
    const reader = await open(ina);
    const startedAt = performance.now();
    await app.close();
    await reader.ended;
    expect(reader.events.at(-1)?.event).toBe('end');
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
