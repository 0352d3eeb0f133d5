import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseName } from '../../src/app/server/product.ts';
import { asUrl } from '../../src/platform/server/database/address.ts';
import { PrimaryClient } from '../../src/platform/server/database/primary.ts';
import { type Balancer, openBalancer } from '../support/balancer.ts';
import { isDeep } from '../support/depth.ts';
import { readLive } from '../support/live-stream.ts';
import {
  addressOf,
  cloneOf,
  type PairedServer,
  pairedServer,
  startStandby,
} from '../support/postgres-pair.ts';
import { copyData } from '../support/prepared-data.ts';
import { temporaryDataDirectory } from '../support/product-process.ts';
import { takeData } from '../support/shared-data.ts';
import { eventually } from '../support/web.ts';
import { actUntil, type History } from './acting.ts';
import { ask, type Cluster, draft, type Node, openCluster } from './cluster.ts';

const person = 'requester@demo.test';

describe('TECH-15 a fail-over of the database', () => {
  /** The data of the standbys. */
  const places: ReturnType<typeof temporaryDataDirectory>[] = [];
  const newPlace = () => {
    const place = temporaryDataDirectory();
    places.push(place);
    return place.path;
  };
  let cluster: Cluster;
  let primary: PairedServer;
  let standby: PairedServer;
  /** An address that leads to the primary. */
  let moving: Balancer;
  /** The first one uses the address that moves, the second one a list of servers. */
  let nodes: readonly Node[];
  let token: string;

  beforeAll(async () => {
    let directory = '';
    const copy = newPlace();
    cluster = await openCluster(async (path) => {
      directory = path;
      await takeData(path, 'demo');
      copyData(path, copy);
    });
    primary = await pairedServer(directory, cluster.postgres);
    standby = await startStandby(copy, primary);
    token = await cluster.token(person);
    moving = await openBalancer();
    moving.direct([primary.postgres.port]);
    nodes = await Promise.all([
      cluster.node({ DATABASE_URL: addressOf([{ ...primary, relay: moving }], databaseName) }),
      cluster.node({
        DATABASE_URL: addressOf([standby, primary], databaseName),
        DATABASE_REPLICA_URL: addressOf([standby], databaseName),
      }),
    ]);
  });
  afterAll(async () => {
    for (const server of [primary, standby]) server?.signal('SIGCONT');
    await cluster?.close();
    for (const server of [primary, standby]) await server?.stop();
    await moving?.close();
    for (const place of places) place.remove();
  });

  /** The standby becomes the primary, and the address moves. */
  const failOver = async () => {
    moving.breakAll();
    await standby.promote();
    moving.direct([standby.postgres.port]);
  };
  const draftsOf = (server: PairedServer, name: string) =>
    server.sql<{ id: string }>(`select id from procurement where name = '${name}'`);

  test('an action that the standby has not confirmed is not reported as saved; its repeat is, once it has', async () => {
    const action = draft('Ohne Bestätigung');
    standby.signal('SIGSTOP');
    let answered: Awaited<ReturnType<typeof ask>> | undefined;
    const asked = ask(cluster.url, token, action).then((answer) => {
      answered = answer;
    });
    const first = await eventually(async () => {
      // PostgreSQL then reports the COMMIT as done, with a warning.
      await primary.sql(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'kontor'",
      );
      return answered;
    });
    await asked;
    const isReported = ask(cluster.url, token, action).then(({ data }) => data?.document.id);
    const early = await Promise.race([isReported, delay(1_000, 'not yet')]);
    const [figure] = await primary.sql<{ name: string; behind: number }>(
      `select name, behind_seconds as behind from app.replication_figures() where kind = 'standby'`,
    );
    standby.signal('SIGCONT');
    expect(figure).toMatchObject({ name: 'standby' });
    expect(figure?.behind).toBeGreaterThan(0.9);
    expect(first.errors).toMatchObject([{ extensions: { code: 'database_away' } }]);
    expect(early).toBe('not yet');
    const [saved, ...others] = await draftsOf(primary, 'Ohne Bestätigung');
    expect(await isReported).toBe(Number(saved?.id));
    expect(others).toEqual([]);
  });

  describe('a node with a replica', () => {
    const list = (name: string) => {
      const query =
        'query ($name: String!) { document: procurement(where: { name: { _eq: $name } }) { name } }';
      return ask(nodes[1]?.process.url ?? '', token, { query, variables: { name } });
    };
    /** When the replica finished its last read, in seconds. */
    const lastRead = async () => {
      const [row] = await standby.sql<{ at: number | null }>(
        `select extract(epoch from max(state_change))::float8 as at from pg_stat_activity
         where application_name = 'kontor' and query = 'commit'`,
      );
      return row?.at ?? 0;
    };
    const save = async (name: string) => {
      const { data } = await ask(nodes[0]?.process.url ?? '', token, draft(name));
      expect(data?.document.name).toBe(name);
    };

    test('reads lists there, with an own write of another node in them', async () => {
      await save('Vom Replikat');
      const before = await lastRead();
      await eventually(async () => {
        expect(await list('Vom Replikat')).toEqual({ data: { document: [{ name: 'Vom Replikat' }] } });
        return (await lastRead()) > before ? true : undefined;
      });
    });

    test('reads the primary while the replica is late, so that an own write is never missing', async () => {
      await standby.sql('select pg_wal_replay_pause()');
      await save('Noch nicht dort');
      const before = await lastRead();
      expect(await list('Noch nicht dort')).toEqual({ data: { document: [{ name: 'Noch nicht dort' }] } });
      expect(await draftsOf(standby, 'Noch nicht dort')).toEqual([]);
      expect(await lastRead()).toBeLessThanOrEqual(before);
      await standby.sql('select pg_wal_replay_resume()');
      await eventually(async () => {
        await list('Noch nicht dort');
        return (await lastRead()) > before ? true : undefined;
      });
    });

    test('reads the primary while the replica is away', async () => {
      standby.relay.breakAll();
      const from = performance.now();
      expect(await list('Vom Replikat')).toMatchObject({ data: { document: [{}] } });
      expect(performance.now() - from).toBeLessThan(5_000);
      standby.relay.direct([standby.postgres.port]);
    });
  });

  test('the primary is killed: nothing accepted is lost or doubled, jobs and live streams go on', async () => {
    const stream = await readLive(cluster.url, token);
    await stream.until('open');
    await primary.sql(
      "select graphile_worker.add_job('seal-audit', run_at => now() + interval '3 seconds', job_key => 'due in the outage')",
    );
    const acting = actUntil(cluster.url, token, 'Ausfall');
    await delay(1_000);
    primary.signal('SIGKILL');
    const killed = performance.now();
    await delay(500);
    await failOver();
    const back = await acting.acceptedAfter(performance.now());
    const history = await acting.end();
    expectHistory(history, await standby.sql(numbersOf('Ausfall')));
    expect(back - killed).toBeLessThan(20_000);
    console.info(`killed: the next action was accepted after ${((back - killed) / 1000).toFixed(1)} s`);

    await eventually(async () => {
      const jobs = await standby.sql("select from graphile_worker.jobs where key = 'due in the outage'");
      return jobs.length === 0 ? true : undefined;
    });
    await stream.until('gap');
    await stream.until('open', 2);
    const { data } = await ask(cluster.url, token, draft('Nach dem Ausfall'));
    await eventually(async () =>
      stream.reported().includes(`procurement ${data?.document.id}`) ? true : undefined,
    );
    stream.close();
    for (const { process } of nodes)
      await eventually(async () => (await fetch(`${process.url}/api/health/ready`)).ok || undefined);
  });

  describe.runIf(isDeep)('again and again, with servers that come back', () => {
    /** The former primary comes back as the standby of the promoted one, at its own address. */
    const rejoin = async () => {
      const place = newPlace();
      const [former, present] = [primary, standby];
      await former.postgres.stop();
      await cloneOf(present, place);
      primary = present;
      standby = await startStandby(place, present, former.relay);
    };

    test.each([
      ['switched over by command', 15, () => primary.postgres.stop()],
      ['frozen', 30, () => primary.signal('SIGSTOP')],
      ['cut off', 30, () => primary.relay.breakAll()],
      ['killed', 15, () => primary.signal('SIGKILL')],
    ])(
      'the primary is %s: work goes on within %i s, and nothing is lost or doubled',
      async (hurt, limit, harm) => {
        await rejoin();
        const acting = actUntil(cluster.url, token, hurt);
        await delay(5_000);
        const from = performance.now();
        await harm();
        await failOver();
        const back = await acting.acceptedAfter(performance.now());
        await delay(5_000);
        // A former primary that resumes still accepts writes, but not ours.
        primary.signal('SIGCONT');
        primary.relay.direct([primary.postgres.port]);
        const client = new PrimaryClient({
          connectionString: asUrl(addressOf([primary, standby], databaseName)),
        });
        await client.connect();
        expect(client.port).toBe(standby.relay.port);
        await client.end();
        await delay(5_000);
        expectHistory(await acting.end(), await standby.sql(numbersOf(hurt)));
        expect(back - from).toBeLessThan(1000 * limit);
        console.info(`${hurt}: the next action was accepted after ${((back - from) / 1000).toFixed(1)} s`);
      },
    );
  });
});

/** Numbers of the drafts in the order in which they were given. */
const numbersOf = (name: string) =>
  `select name, draft_number as number from procurement where name like '${name} %' order by draft_number`;

/** Codes of waits for the database; any other would mean that something is broken. */
const forNow = ['database_away', 'lock_timeout', 'transaction_timeout', 'too_many_requests'];

/** Every accepted action took effect once, and what was not accepted at most once; numbers have no gap. */
function expectHistory(history: History, rows: readonly { name: string; number: number }[]): void {
  expect(history.accepted.length).toBeGreaterThan(0);
  expect(history.refused.filter((code) => !forNow.includes(code))).toEqual([]);
  const stored = rows.map(({ name }) => name);
  expect(new Set(stored).size).toBe(stored.length);
  expect(history.accepted.filter((name) => !stored.includes(name))).toEqual([]);
  expect(stored.filter((name) => !history.sent.includes(name))).toEqual([]);
  const [first] = rows;
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, place) => (first?.number ?? 0) + place));
}
