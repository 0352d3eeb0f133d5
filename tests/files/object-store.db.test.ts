import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isAboutTheServer } from '../../src/platform/server/database/refusals.ts';
import { exposition } from '../../src/platform/server/figures.ts';
import { readFile } from '../../src/platform/server/files/files.ts';
import { checkObjects, damagedFiles } from '../../src/platform/server/files/store/check-objects.ts';
import { objectFiles } from '../../src/platform/server/files/store/file-store.ts';
import { FilesAway } from '../../src/platform/server/files/store/files-away.ts';
import { fileFigures } from '../../src/platform/server/files/store/keep-files.ts';
import { openMetrics } from '../../src/platform/server/metrics.ts';
import { openReadiness } from '../../src/platform/server/readiness.ts';
import type { WebCaller } from '../support/demo-web.ts';
import { inDepth } from '../support/depth.ts';
import { type StoredFixture, somePdf, storedFixture } from './stored.ts';

let fixture: StoredFixture;
let neighbour: WebCaller;

beforeAll(async () => {
  fixture = await storedFixture();
  const { demo, requester } = fixture;
  const [foreign] = await demo.web.sql<{ email: string }>(
    `select email from lb_user where tenant_id <> $1 and email is not null and 'user-admin' = any (roles) order by id limit 1`,
    [requester.context.tenantId],
  );
  neighbour = await demo.person(foreign?.email ?? '');
  await fixture.work('store');
});
afterAll(() => fixture?.close());
afterEach(() => {
  Object.assign(fixture.server, { isAway: false, hasBucket: true, skew: 0 });
});

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  fixture.demo.web.sql<Row>(text, values);
const chunksOf = async (id: string) => (await sql('select from file_chunk where file_id = $1', [id])).length;
const objectOf = async (id: string) => {
  const version = fixture.server.objects.get((await fixture.keyOf(id)) ?? '')?.at(-1);
  if (!version) throw new Error('the file has no object');
  return version;
};

/** An uploaded file whose bytes are in the store. */
async function stored(bytes = somePdf()): Promise<string> {
  const id = await fixture.upload(bytes);
  await fixture.work('store');
  expect(await fixture.keyOf(id)).toBeDefined();
  return id;
}

async function metricsOf({ demo }: StoredFixture): Promise<string> {
  const { database, clock, log } = demo.web;
  const readiness = openReadiness({ database, clock, dataDirectory: null });
  const metrics = openMetrics({ database, log: log.log, version: 'test', readiness });
  try {
    return exposition(await metrics.families());
  } finally {
    metrics.close();
    await readiness.close();
  }
}

describe('TECH-16 files in an object store', () => {
  test('an upload moves to the store encrypted, is read back byte for byte and deleted with its object', async () => {
    const bytes = somePdf();
    const id = await stored(bytes);
    expect(await chunksOf(id)).toBe(0);
    const { bytes: sealed } = await objectOf(id);
    expect(sealed.includes(bytes.subarray(0, 40))).toBe(false);
    expect(
      await sql('select name, size, sha256 = sha256($2) as same from file where id = $1', [id, bytes]),
    ).toEqual([{ name: 'Angebot.pdf', size: bytes.length, same: true }]);
    const answer = await fixture.read(id);
    expect([answer.status, answer.headers['content-length']]).toEqual([200, String(bytes.length)]);
    expect(answer.body.equals(bytes)).toBe(true);
    const key = (await fixture.keyOf(id)) ?? '';
    expect((await fixture.requester.send({ method: 'DELETE', url: `/api/file/${id}` })).status).toBe(200);
    await sql('delete from file where id = $1', [id]);
    await fixture.work();
    // A restored backup still finds it, but only the backup has its key.
    expect(fixture.server.objects.has(key)).toBe(true);
    await sql("update loose_object set drop_after = now() - interval '1 second' where object_key = $1", [
      key,
    ]);
    await fixture.work();
    expect(fixture.server.objects.has(key)).toBe(false);
    expect(await sql('select from loose_object where object_key = $1', [key])).toEqual([]);
  });

  test('internal work reads whole files from the store without an open transaction', async () => {
    const bytes = somePdf(5_000_000);
    const id = await stored(bytes);
    let runs = 0;
    const file = await fixture.demo.web.database.inTenant(fixture.requester.context, async (tx) => {
      runs += 1;
      return await readFile(tx, id);
    });
    expect([file.bytes.equals(bytes), runs]).toEqual([true, 2]);
  });

  test('people of other tenants and people without access get nothing of a file in the store, nor its key', async () => {
    const id = await stored();
    expect((await fixture.read(id, neighbour)).status).toBe(404);
    expect((await fixture.demo.send({ method: 'GET', url: `/api/file/${id}` })).status).toBe(401);
    const key = (await fixture.keyOf(id)) ?? '';
    expect(key).toMatch(/^files\/\d+\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(key).not.toContain(id);
    const answer = await fixture.read(id);
    expect(JSON.stringify(answer.headers)).not.toContain(key);
    for (const field of ['file_object', 'loose_object', 'file_place'])
      expect((await fixture.requester.ask(`{ ${field} { __typename } }`)).errors).toBeDefined();
    const { database } = fixture.demo.web;
    for (const { context } of [fixture.requester, neighbour])
      await expect(
        database.inTenant(context, (tx) => tx.query('select object_key from file_object')),
      ).rejects.toThrow('permission denied');
    const seen = await database.inTenant(
      neighbour.context,
      (tx) => tx.query('select object_key from file_object where file_id = $1', [id]),
      { role: 'writer' },
    );
    expect(seen).toEqual([]);
  });

  test('while the store is away, reads are refused with 503 and a text, uploads go on, and jobs try again', async () => {
    const id = await stored(somePdf(1_000));
    fixture.server.hasBucket = false;
    const answer = await fixture.read(id);
    expect(answer.status).toBe(503);
    expect(answer.json()).toMatchObject({
      code: 'files_away',
      message: expect.stringContaining('Files cannot be reached'),
    });
    const bytes = somePdf(1_000);
    const waiting = await fixture.upload(bytes);
    await fixture.work('store');
    expect((await fixture.read(waiting)).body.equals(bytes)).toBe(true);
    expect(await fixture.keyOf(waiting)).toBeUndefined();
    expect(fixture.demo.web.log.lines()).toContainEqual(
      expect.objectContaining({ msg: 'the object store cannot be used' }),
    );
    expect(isAboutTheServer(new FilesAway('away'))).toBe(true);
    expect((await fileFigures(fixture.demo.web.database)).waiting).toBeGreaterThan(0);
    expect(await metricsOf(fixture)).toMatch(/^kontor_files_waiting [1-9]/m);
    fixture.server.hasBucket = true;
    await fixture.work();
    expect(await fixture.keyOf(waiting)).toBeDefined();
  });

  test('an upload to the store that broke leaves the file in the database and nothing in the store', async () => {
    const bytes = somePdf(9_000_000);
    const id = await fixture.upload(bytes);
    const before = new Set(fixture.server.objects.keys());
    fixture.server.fail('denied', 1, /partNumber=2/);
    fixture.server.fail('denied', 1, /^DELETE .*uploadId/);
    await fixture.work('store');
    expect([...fixture.server.objects.keys()].filter((key) => !before.has(key))).toEqual([]);
    expect((await fixture.read(id)).body.equals(bytes)).toBe(true);
    // What is left over of it is known, and removed a day later.
    await sql("update loose_object set drop_after = now() - interval '1 second'");
    await fixture.work();
    expect(fixture.server.uploads.size).toBe(0);
    expect(await fixture.keyOf(id)).toBeDefined();
    expect((await fixture.read(id)).body.equals(bytes)).toBe(true);
  });

  test('rotten bytes are told, not served, in the store and in the database', async () => {
    const rotten = await stored();
    const { bytes } = await objectOf(rotten);
    bytes.writeUInt8(bytes.readUInt8(300_000) ^ 1, 300_000);
    const context = fixture.requester.context;
    const read = (id: string) => fixture.demo.web.database.inTenant(context, (tx) => readFile(tx, id));
    await expect(read(rotten)).rejects.toThrow('is damaged in chunk 1');
    const refused = await fixture.read(rotten);
    expect([refused.status, refused.json().code]).toEqual([500, 'stored_file_damaged']);
    const places = objectFiles(fixture.demo.web.database, fixture.store);
    const damaged: string[] = [];
    for await (const { id } of damagedFiles(places)) damaged.push(id);
    expect(damaged).toEqual([rotten]);
    const kept = await fixture.upload(somePdf(1_000));
    await sql('update file_chunk set bytes = overlay(bytes placing $2::bytea from 500) where file_id = $1', [
      kept,
      Buffer.from('rot'),
    ]);
    await expect(read(kept)).rejects.toThrow('differs from what arrived');
    await fixture.work('store');
    expect(await fixture.keyOf(kept)).toBeUndefined();
    expect(fixture.demo.web.log.lines()).toContainEqual(
      expect.objectContaining({ file: kept, msg: 'a stored file is damaged' }),
    );
    await sql('delete from document_file where file_id = any ($1)', [[rotten, kept]]);
    await sql('delete from file where id = any ($1)', [[rotten, kept]]);
  });

  test('files move back to the database and again to the store while people upload and read', async () => {
    const sent = new Map<string, Buffer>();
    const people = Array.from({ length: 3 }, async () => {
      for (let round = 0; round < inDepth(2, 40); round += 1) {
        const bytes = somePdf(200_000 + round * 70_000);
        const id = await fixture.upload(bytes);
        sent.set(id, bytes);
        for (const [known, expected] of [...sent].slice(-3)) {
          const { status, body } = await fixture.read(known);
          expect([status, body.equals(expected)]).toEqual([200, true]);
        }
      }
    });
    const ended = Promise.all(people).then(() => true);
    for (let turn = 0; turn < 100; turn += 1) {
      await fixture.work(turn % 2 === 0 ? 'database' : 'store');
      if (await Promise.race([ended, Promise.resolve(false)])) break;
    }
    await ended;
    for (const place of ['database', 'store'] as const) {
      await fixture.work(place);
      const [count] = await sql<{ inside: string; outside: string }>(
        `select count(*) filter (where exists (select from file_chunk c where c.file_id = f.id)) as inside,
           count(*) filter (where exists (select from file_object o where o.file_id = f.id)) as outside
         from file f where id = any ($1)`,
        [[...sent.keys()]],
      );
      const all = String(sent.size);
      expect(count).toEqual(
        place === 'store' ? { inside: '0', outside: all } : { inside: all, outside: '0' },
      );
      for (const [id, bytes] of sent) expect((await fixture.read(id)).body.equals(bytes)).toBe(true);
    }
  });

  test('orphans and missing objects are found and told', async () => {
    const id = await stored(somePdf(1_000));
    const { database } = fixture.demo.web;
    expect(await checkObjects(database, fixture.store)).toMatchObject({ orphans: [], missing: [] });
    const key = (await fixture.keyOf(id)) ?? '';
    const object = fixture.server.objects.get(key);
    fixture.server.objects.delete(key);
    fixture.server.objects.set('files/999/left-behind', object ?? []);
    expect(await checkObjects(database, fixture.store)).toMatchObject({
      orphans: ['files/999/left-behind'],
      missing: [key],
    });
    fixture.server.objects.set(key, object ?? []);
    fixture.server.objects.delete('files/999/left-behind');
  });
});
