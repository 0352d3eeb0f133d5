import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OperatorArchiveList, OwnArchiveList } from '../../src/features/archive/model.ts';
import { handedOver } from '../../src/features/archive/server/store.ts';
import type { Database, Tx } from '../../src/platform/server/database.ts';
import { inDepth } from '../support/depth.ts';
import {
  type ArchiveFixture,
  archiveFixture,
  danglingPointers,
  rowsOf,
  sha256,
  unpackedArchive,
} from './archives.ts';

let fixture: ArchiveFixture;
let tenantId: number;
/** The id of the archive of several tests. */
let shared = '';

beforeAll(async () => {
  fixture = await archiveFixture();
  tenantId = fixture.demoTenant;
  await addOriginals(inDepth(6, 40));
});
afterAll(() => fixture?.close());
afterEach(async () => {
  await fixture.restore(tenantId);
  await fixture.web.sql('delete from archive where guid::text <> $1', [shared]);
});

async function addOriginals(count: number): Promise<void> {
  await fixture.web.sql(
    `with f as (
       insert into file (tenant_id, name, mime, size, sha256, invoice_id, received_by, retain_until)
       select $1, 'rechnung.pdf', 'application/pdf', 300000, sha256(convert_to(repeat('x', 300000), 'UTF8')), i.id, 'upload', '2099-12-31'
       from generate_series(1, $2::integer) n, (select min(id) as id from invoice where tenant_id = $1) i returning id)
     insert into file_chunk (tenant_id, file_id, chunk_no, bytes)
     select $1, id, n, convert_to(repeat('x', case n when 0 then 262144 else 300000 - 262144 end), 'UTF8') from f, generate_series(0, 1) n`,
    [tenantId, count],
  );
}

const list = async () => (await fixture.get(fixture.path)).json<OperatorArchiveList>().archives;
const ownList = async () =>
  (await fixture.admin.send({ method: 'GET', url: '/api/archive-export' })).json<OwnArchiveList>();
const ask = async () => (await fixture.post(fixture.path)).json<{ id: string }>().id;

class Killed extends Error {}

/** A database whose user dies after this many transactions. */
function dyingAfter(count: number): Database {
  const { database } = fixture.web;
  let left = count;
  return {
    ...database,
    atGate: (run, options) => {
      if (left === 0) throw new Killed();
      left -= 1;
      return database.atGate(run, options);
    },
  };
}

function counting(): { readonly database: Database; readonly count: () => number } {
  const { database } = fixture.web;
  let statements = 0;
  const counted = (tx: Tx): Tx =>
    new Proxy(tx, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (name === 'as') return (role: Parameters<Tx['as']>[0]) => counted(target.as(role));
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          statements += 1;
          return Reflect.apply(value, target, given) as unknown;
        };
      },
    });
  return {
    database: { ...database, atGate: (run, options) => database.atGate((tx) => run(counted(tx)), options) },
    count: () => statements,
  };
}

describe('ARC-05 the worker’s job', () => {
  test('ARC-05 gives the same archive despite any number of kills', async () => {
    await ask();
    let deaths = 0;
    for (let step = 1; step < 300; step += 1) {
      try {
        await fixture.work(() => false, dyingAfter(step));
        break;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        deaths += 1;
        // Do not wait for the lease of the dead worker.
        await fixture.web.sql("update archive set leased_until = now() - interval '1 second'");
      }
    }
    expect(deaths).toBeGreaterThan(10);
    const [archive] = await list();
    expect(archive).toMatchObject({ state: 'done', progress: 100 });
    const killed = unpackedArchive(await fixture.download(archive?.id ?? ''));
    const { files } = await fixture.made();
    expect([...killed.keys()]).toEqual([...files.keys()]);
    for (const [path, bytes] of files)
      if (path.startsWith('originale/')) expect(killed.get(path)?.equals(bytes), path).toBe(true);
    expect(rowsOf(killed, 'invoice')).toEqual(rowsOf(files, 'invoice'));
    expect(danglingPointers(killed)).toEqual([]);
  });

  test('ARC-05 finishes in several runs and reports its progress', async () => {
    await ask();
    const seen: number[] = [];
    for (let turn = 0; turn < 300; turn += 1) {
      await fixture.work(() => true);
      const [archive] = await list();
      seen.push(archive?.progress ?? 0);
      if (archive?.state === 'done') break;
    }
    expect(seen.length).toBeGreaterThan(10);
    expect(seen).toEqual(seen.toSorted((left, right) => left - right));
  });

  test('TECH-13 the number of statements per original does not grow', async () => {
    const taken = async (): Promise<number> => {
      await ask();
      const { database, count } = counting();
      await fixture.work(() => false, database);
      await fixture.web.sql('delete from archive');
      return count();
    };
    const before = await taken();
    const more = inDepth(40, 120);
    await addOriginals(more);
    expect((await taken()) - before).toBeLessThan(more);
  });

  test('ARC-05 is a snapshot: later writes are not included', async () => {
    await ask();
    await fixture.work(() => true);
    await fixture.web.sql("update supplier set name = name || ' (neu)' where tenant_id = $1", [tenantId]);
    await fixture.work();
    const [archive] = await list();
    const files = unpackedArchive(await fixture.download(archive?.id ?? ''));
    expect(rowsOf(files, 'supplier').some(({ name }) => name?.includes('(neu)'))).toBe(false);
    await fixture.web.sql("update supplier set name = replace(name, ' (neu)', '') where tenant_id = $1", [
      tenantId,
    ]);
  });

  test('ARC-01 fails if an original has changed since its arrival', async () => {
    await ask();
    await fixture.work(() => true);
    await fixture.web.sql('alter table file_chunk disable trigger all');
    const damaged = `update file_chunk set bytes = set_byte(bytes, 5, $2) where (tenant_id, file_id, chunk_no) = (
      select m.tenant_id, m.file_id, 0 from archive_member m where m.tenant_id = $1 and m.file_id is not null order by id desc limit 1)`;
    await fixture.web.sql(damaged, [tenantId, 7]);
    await fixture.work();
    await fixture.web.sql(damaged, [tenantId, 'x'.charCodeAt(0)]);
    await fixture.web.sql('alter table file_chunk enable trigger all');
    expect((await list())[0]).toMatchObject({ state: 'failed', problem: 'archive_original_damaged' });
  });
});

describe('ARC-03 OP-02 handover', () => {
  test('ARC-03 a complete download counts as handover, and both are in the tenant’s audit', async () => {
    const id = await ask();
    expect((await fixture.post(fixture.path)).json()).toMatchObject({ code: 'archive_running' });
    expect(await fixture.get(`${fixture.path}/${id}/file`)).toMatchObject({ status: 404 });
    await fixture.work();
    const [archive] = await list();
    const hash = archive?.sha256 ?? '';
    const over = () => fixture.web.database.atGate((tx) => handedOver(tx, tenantId, hash));
    expect(await over()).toBeNull();
    expect(archive).toMatchObject({
      state: 'done',
      downloaded_at: null,
      requested_by: 'Operator Nora Ziegler',
    });
    const answer = await fixture.get(`${fixture.path}/${id}/file`);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(archive?.size).toBe(answer.body.length);
    expect(sha256(unpackedArchive(answer.body).get('hashes.csv') ?? Buffer.alloc(0))).toBe(hash);
    expect(await eventuallyOver(over)).toMatchObject({ sha256: hash, made_at: archive?.made_at });
    expect(await fixture.web.database.atGate((tx) => handedOver(tx, tenantId, 'f'.repeat(64)))).toBeNull();
    const reported = await fixture.web.sql<{ info: string; changed: string[] }>(
      `select info, affected_properties as changed from audit_log where tenant_id = $1 and "table" = 'archive' and info is not null
         and foreign_key = (select max(id) from archive) order by id`,
      [tenantId],
    );
    expect(reported.every(({ info }) => info.startsWith('operator '))).toBe(true);
    expect(reported.map(({ changed }) => changed)).toEqual([
      expect.arrayContaining(['requested_by']),
      ['downloads'],
      ['downloaded_at', 'downloaded_by'],
    ]);
  });

  test('OP-03 an archived tenant’s archive can be made and downloaded', async () => {
    await fixture.archive(tenantId);
    const id = await ask();
    await fixture.work();
    const answer = await fixture.get(`${fixture.path}/${id}/file`);
    expect(unpackedArchive(answer.body).size).toBeGreaterThan(50);
  });
});

describe('ARC-03 ARC-05 one archive', () => {
  beforeAll(async () => {
    shared = await ask();
    await fixture.work();
  });
  afterAll(async () => {
    await fixture.web.sql('delete from archive');
    shared = '';
  });

  test('GEN-14 TECH-19 the file name has the day of creation in the tenant’s time zone, for operators and administrators', async () => {
    const id = shared;
    await fixture.web.sql("update archive set made_at = '2026-03-20T23:30:00Z' where guid = $1", [id]);
    const url = `/api/archive-export/${id}/file`;
    for (const answer of [
      await fixture.get(`${fixture.path}/${id}/file`),
      await fixture.admin.send({ method: 'GET', url }),
    ])
      expect(answer.headers['content-disposition']).toContain('Archiv_2026-03-21.zip');
  });

  test('AUTH-19 a ticket opens it by link; without one it is refused', async () => {
    const id = shared;
    const { url } = (await fixture.post(`${fixture.path}/${id}/ticket`)).json<{ url: string }>();
    const answer = await fixture.send({ method: 'GET', url });
    expect(answer.status).toBe(200);
    expect(unpackedArchive(answer.body).size).toBeGreaterThan(50);
    const without = { method: 'GET', url: `/api/archive-export/${id}/file` } as const;
    expect(await fixture.send(without)).toMatchObject({ status: 401 });
    const buyer = await fixture.person('lea@demo.test').catch(() => null);
    if (buyer) expect(await buyer.send(without)).toMatchObject({ status: 403 });
  });

  test('ARC-05 after 30 days only the record of the archive remains', async () => {
    const id = shared;
    await fixture.get(`${fixture.path}/${id}/file`);
    const [archive] = await list();
    const over = () => fixture.web.database.atGate((tx) => handedOver(tx, tenantId, archive?.sha256 ?? ''));
    await eventuallyOver(over);
    const cleanUp = () => fixture.web.database.atGate((tx) => tx.query('select app.clean_up_archives()'));
    await cleanUp();
    expect((await list())[0]).toMatchObject({ state: 'done' });
    await fixture.web.sql("update archive set finished_at = now() - interval '31 days'");
    await cleanUp();
    expect((await list())[0]).toMatchObject({ state: 'expired', sha256: archive?.sha256 });
    expect(await fixture.web.sql('select from archive_member')).toEqual([]);
    expect(await fixture.get(`${fixture.path}/${id}/file`)).toMatchObject({ status: 404 });
    expect(await over()).not.toBeNull();
  });
});

describe('ARC-05 by company and period', () => {
  test('ARC-05 contains documents of the company and days, referenced ones, and master data', async () => {
    const { clients } = await ownList();
    const [one] = await fixture.web.sql<{ client: number; day: string }>(
      `select client_id::integer as client, min(invoice_date)::text as day from invoice
       where tenant_id = $1 and client_id is not null and invoice_date is not null group by 1 order by count(*) desc limit 1`,
      [tenantId],
    );
    const client = one?.client ?? 0;
    expect(clients.length).toBeGreaterThan(1);
    const { id, files } = await fixture.made({ client_id: client, from: one?.day, to: one?.day });
    expect(danglingPointers(files)).toEqual([]);
    const invoices = rowsOf(files, 'invoice');
    expect(invoices.length).toBeGreaterThan(0);
    expect(invoices.every(({ client_id }) => client_id === String(client))).toBe(true);
    const [all] = await fixture.web.sql<{ count: number }>(
      'select count(*)::integer as count from invoice where tenant_id = $1 and client_id = $2 and invoice_date = $3',
      [tenantId, client, one?.day],
    );
    expect(invoices.filter(({ invoice_date }) => invoice_date === germanDay(one?.day)).length).toBe(
      all?.count,
    );
    expect(rowsOf(files, 'supplier').length).toBeGreaterThan(0);
    expect(rowsOf(files, 'client').map((row) => row.id)).toContain(String(client));
    expect((await ownList()).archives[0]).toMatchObject({
      id,
      from: one?.day,
      to: one?.day,
      requested_by: expect.not.stringMatching(/^operator/),
    });
    // It does not count for a handover, and operators do not see it.
    expect(await list()).toEqual([]);
    expect(await fixture.get(`${fixture.path}/${id}/file`)).toMatchObject({ status: 404 });
  });

  test.each([
    [{ client_id: 0, from: null, to: null }, 422],
    [{ client_id: 404404, from: null, to: null }, 404],
    [{ client_id: null, from: '2026-13-01', to: null }, 422],
    [{ client_id: null, from: '2026-02-01', to: '2026-01-01' }, 422],
    [{ client_id: '1; drop table archive', from: null, to: null }, 422],
    [{}, 422],
  ])('ARC-05 refuses the order %j', async (payload, status) => {
    const answer = await fixture.admin.send({ method: 'POST', url: '/api/archive-export', payload });
    expect(answer.status).toBe(status);
    expect((await ownList()).archives).toEqual([]);
  });
});

function germanDay(day = ''): string {
  return day.split('-').toReversed().join('.');
}

async function eventuallyOver<T>(ask: () => Promise<T | null>): Promise<T | null> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answer = await ask();
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return null;
}
