import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/platform/server/free-port.ts';
import { isDeep } from '../support/depth.ts';
import { readLive } from '../support/live-stream.ts';
import { until } from '../support/product-process.ts';
import { takeData } from '../support/shared-data.ts';
import { ask, type Cluster, draft, type Node, openCluster } from './cluster.ts';
import { freeze, vanish } from './half-dead.ts';

const person = 'requester@demo.test';

describe('several nodes on one database', () => {
  let cluster: Cluster;
  let first: Node;
  let second: Node;
  let metricsPort: number;
  let token: string;

  beforeAll(async () => {
    cluster = await openCluster((path) => takeData(path, 'demo'));
    metricsPort = await freePort();
    first = await cluster.node({ METRICS_PORT: String(metricsPort), LOG_LEVEL: 'info' });
    second = await cluster.node();
    token = await cluster.token(person);
  });
  afterAll(() => cluster?.close());

  const draftsNamed = async (name: string) =>
    (await cluster.owner.query('select id from procurement where name = $1', [name])).rowCount;
  const nodeAt = (port: number | undefined) => {
    const found = [first, second].find((node) => node.port === port);
    if (!found) throw new Error(`no node listens on ${port}`);
    return found;
  };
  /** The first one was killed before. */
  const twoNodes = async (): Promise<[Node, Node]> => [await cluster.node({ ROLES: 'web' }), second];
  /** Keeps every new document waiting until it is released. */
  const holdDocuments = async () => {
    const client = await cluster.owner.connect();
    await client.query('begin; lock table procurement in share row exclusive mode');
    return {
      until: async () => {
        for (;;) {
          const { rowCount } = await client.query(
            "select from pg_stat_activity where application_name = 'kontor' and wait_event_type = 'Lock'",
          );
          if (rowCount) return;
          await delay(10);
        }
      },
      release: async () => {
        await client.query('rollback');
        client.release();
      },
    };
  };

  test('connections reach both, and both have the same data', async () => {
    const names = ['Über Knoten eins', 'Über Knoten zwei'];
    const ports = new Set<number | undefined>();
    for (const name of names) {
      expect((await ask(cluster.url, token, draft(name))).data?.document.name).toBe(name);
      ports.add(cluster.balancer.latest());
    }
    expect(ports.size).toBe(2);
  });

  test('API-39 an answer lost after COMMIT: the repeat returns the same document', async () => {
    const action = draft('Antwort verloren');
    cluster.balancer.loseNextAnswer();
    await expect(ask(cluster.url, token, action)).rejects.toThrow();
    expect(await draftsNamed('Antwort verloren')).toBe(1);
    const { data, errors } = await ask(cluster.url, token, action);
    expect(errors).toBeUndefined();
    expect(data?.document.name).toBe('Antwort verloren');
    expect(await draftsNamed('Antwort verloren')).toBe(1);
  });

  test('every request logs a line with its id; metrics show its route, the pool and the queue', async () => {
    cluster.direct([first]);
    await ask(cluster.url, token, draft('Gezählt'));
    await until(() => /"msg":"request"/.test(first.process.output()));
    const lines = first.process
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(requests.at(-1)).toMatchObject({
      level: 30,
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'POST',
      route: '/v1/graphql',
      status: 200,
      ms: expect.any(Number),
    });
    const stream = await readLive(cluster.url, token);
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    stream.close();
    expect(text).toMatch(
      /kontor_http_request_duration_seconds_count\{method="POST",route="\/v1\/graphql",status="200"\} [1-9]/,
    );
    expect(text).toMatch(/^kontor_live_streams 1$/m);
    expect(text).toMatch(/^kontor_pool_connections\{state="idle"\} \d+$/m);
    expect(text).toMatch(/^kontor_jobs\{state="failed"\} \d+$/m);
    expect(text).toMatch(/^kontor_queue_oldest_ready_seconds [\d.]+$/m);
    expect(text).toMatch(/^kontor_workers 2$/m);
    expect(text).toMatch(/^kontor_database_up 1$/m);
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) .+|\w+(\{[^}]*\})? [\d.e+-]+)$/);
    expect((await fetch(`${cluster.url}/metrics`)).headers.get('content-type')).not.toContain(
      'version=0.0.4',
    );
    cluster.direct([first, second]);
  });

  test('TECH-22 a node that ends says so to load balancers and still takes requests, for DRAIN_SECONDS', async () => {
    const ending = await cluster.node({ ROLES: 'web', DRAIN_SECONDS: '5' });
    const at = (path: string) => fetch(`http://localhost:${ending.port}/api/health/${path}`);
    expect((await at('ready')).status).toBe(200);
    ending.process.signal('SIGTERM');
    await expect.poll(async () => (await at('ready')).status).toBe(503);
    expect(await (await at('ready')).json()).toMatchObject({ reasons: ['draining'] });
    expect((await at('live')).status).toBe(200);
    const { data } = await ask(`http://localhost:${ending.port}`, token, draft('Beim Enden'));
    expect(data?.document.name).toBe('Beim Enden');
    expect(await ending.process.ended()).toBe(0);
    cluster.direct([first, second]);
  });

  test('AUD-09 each worker keeps the signed heads of the audit in its own file', async () => {
    const files = [first, second].map(({ dataDirectory }) => join(dataDirectory, 'audit-heads.jsonl'));
    const heads = () =>
      files.flatMap((file) => {
        try {
          // The text after the last line end is still being written.
          return readFileSync(file, 'utf8').split('\n').slice(0, -1);
        } catch {
          return [];
        }
      });
    // Normally runs every minute.
    await cluster.owner.query("select graphile_worker.add_job('seal-audit')");
    await until(() => heads().length > 0);
    expect(JSON.parse(heads()[0] ?? '')).toMatchObject({ kind: 'head', position: expect.any(Number) });
  });

  test('a node killed during an action: the repeat succeeds once; the stream continues elsewhere', async () => {
    cluster.direct([first]);
    const stream = await readLive(cluster.url, token);
    await stream.until('open');
    const held = await holdDocuments();
    const action = draft('Mitten im Speichern');
    const lost = ask(cluster.url, token, action).catch((error: Error) => error);
    await held.until();
    const victim = nodeAt(cluster.balancer.latest());
    expect(victim).toBe(first);
    cluster.direct([first, second]);
    victim.process.signal('SIGKILL');
    expect(await lost).toBeInstanceOf(Error);
    // Its sockets close one after the other; the listening one may still accept a connection.
    await victim.process.ended();
    await held.release();
    const { data, errors } = await ask(cluster.url, token, action);
    expect(errors).toBeUndefined();
    expect(data?.document.name).toBe('Mitten im Speichern');
    expect(await draftsNamed('Mitten im Speichern')).toBe(1);

    await stream.ended;
    const again = await readLive(cluster.url, token);
    await again.until('open');
    const { data: other } = await ask(cluster.url, token, draft('Nach dem Ausfall'));
    await again.until('change');
    expect(again.reported()).toContain(`procurement ${other?.document.id}`);
    again.close();
  });

  test('TECH-21 a node frozen while holding the next number delays others by at most 15 s', async () => {
    const [frozen, other] = await twoNodes();
    const { seconds, codes } = await freeze(cluster, frozen, other, token);
    expect(codes).toEqual([undefined, 'transaction_timeout', undefined]);
    expect(seconds['other node waited']).toBeLessThan(15);
    expect(await draftsNamed('Eingefroren')).toBe(1);
  });

  // Waits for forty seconds.
  test.runIf(isDeep)(
    'TECH-21 TECH-22 a database that vanishes silently: waits last at most 15 s, and it is used again within 15 s',
    async () => {
      const { seconds, codes } = await vanish(cluster, token, 40);
      expect(codes.slice(0, 2)).toEqual(['ready 503', 'live 200']);
      expect(codes.slice(2).toSorted()).toEqual(['database_away']);
      expect(seconds['until unready was told']).toBeLessThan(5);
      expect(seconds['longest request meanwhile']).toBeLessThan(15);
      expect(seconds['used again after']).toBeLessThan(15);
      expect(seconds['ready again after']).toBeLessThan(15);
      cluster.direct([second]);
    },
  );

  test('a stopped node finishes its requests, accepts no new ones, and leaves no job behind', async () => {
    const third = await cluster.node({ ROLES: 'web' });
    cluster.direct([third]);
    const held = await holdDocuments();
    const running = ask(cluster.url, token, draft('Noch fertig geworden'));
    await held.until();
    third.process.signal('SIGTERM');
    await until(() => third.process.output().includes('Stopping'));
    const health = () =>
      fetch(`${third.process.url}/api/health`).then(
        ({ status }) => status,
        () => 'closed',
      );
    await expect.poll(health).toBe('closed');
    await held.release();
    expect((await running).data?.document.name).toBe('Noch fertig geworden');
    expect(await third.process.ended()).toBe(0);
    cluster.direct([second]);
    expect((await ask(cluster.url, token, draft('Beim anderen'))).data).toBeDefined();
  });
});
