import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileFigures, lockObjects } from '../../src/platform/server/files/store/keep-files.ts';
import { act, catalogueLines, completeForm, type Document, load, run } from '../procurement/requests.ts';
import { type StoredFixture, somePdf, storedFixture } from './stored.ts';

let fixture: StoredFixture;

beforeAll(async () => {
  fixture = await storedFixture({ hasLock: true });
});
afterAll(() => fixture?.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  fixture.demo.web.sql<Row>(text, values);
const versionsOf = (key: string) => fixture.server.objects.get(key) ?? [];

async function request(): Promise<Document> {
  return await run(fixture.requester, 'save', {
    head: await completeForm(fixture.requester),
    lines: await catalogueLines(fixture.requester, 1),
  });
}

describe('TECH-16 ARC-02 a bucket with Object Lock', () => {
  test('locks a file from the moment on at which it has a retention, until that ends', async () => {
    const draft = await request();
    const id = await fixture.upload(somePdf(1_000), draft);
    await fixture.work('store');
    const key = (await fixture.keyOf(id)) ?? '';
    expect(versionsOf(key)[0]?.lockedUntil).toBeNull();
    const attached = (await load(fixture.requester, draft.id)) ?? draft;
    const sent = await act(fixture.requester, 'submit', attached);
    const later = await fixture.upload(somePdf(1_000), sent);
    await fixture.work();
    await fixture.lock();
    const rows = await sql<{ object_key: string; locked_until: string; kept: string }>(
      `select o.object_key, o.locked_until::text, app.kept_until_of(f.tenant_id, f.created_at, f.retain_until, f.procurement_id, f.invoice_id, f.contract_id)::text as kept
       from file f join file_object o on o.file_id = f.id where f.id = any ($1)`,
      [[id, later]],
    );
    expect(rows).toHaveLength(2);
    for (const { object_key, locked_until, kept } of rows) {
      expect(locked_until).toBe(kept);
      expect(versionsOf(object_key)[0]?.lockedUntil).toEqual(
        new Date(Date.parse(`${kept}T00:00:00Z`) + 36 * 3_600_000),
      );
    }
  });

  test('prolongs the lock where the retention became longer, with the check of the operator', async () => {
    const sent = await act(fixture.requester, 'submit', await request());
    const id = await fixture.upload(somePdf(1_000), sent);
    await fixture.work('store');
    await sql("update file set retain_until = '2199-12-31' where id = $1", [id]);
    await fixture.lock();
    const lockOf = async () => versionsOf((await fixture.keyOf(id)) ?? '')[0]?.lockedUntil?.getUTCFullYear();
    expect(await lockOf()).toBeLessThan(2199);
    await lockObjects(fixture.demo.web.database, fixture.store, () => false, true);
    expect(await lockOf()).toBe(2200);
  });

  test('a kept file cannot lose its place in the store, unless its bytes are in the database again', async () => {
    const sent = await act(fixture.requester, 'submit', await request());
    const bytes = somePdf(300_000);
    const id = await fixture.upload(bytes, sent);
    await fixture.work('store');
    const key = (await fixture.keyOf(id)) ?? '';
    for (const text of [
      'delete from file_object where file_id = $1',
      "update file_object set object_key = 'files/1/other' where file_id = $1",
      "update file_object set cipher_key = sha256('x') where file_id = $1",
    ])
      await expect(sql(text, [id])).rejects.toThrow('is kept');
    await fixture.work('database');
    expect(await fixture.keyOf(id)).toBeUndefined();
    expect((await fixture.read(id)).body.equals(bytes)).toBe(true);
    await expect(sql('delete from file_chunk where file_id = $1', [id])).rejects.toThrow('is kept');
    // The store keeps what it locked; it is told, and asked again each day.
    await sql("update loose_object set drop_after = now() - interval '1 second' where object_key = $1", [
      key,
    ]);
    await fixture.work();
    expect(versionsOf(key)).toHaveLength(1);
    expect((await fileFigures(fixture.demo.web.database)).locked).toBe(1);
    await fixture.work('store');
    expect((await fixture.read(id)).body.equals(bytes)).toBe(true);
  });
});
