import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkObjects } from '../../src/platform/server/files/store/check-objects.ts';
import { freePort } from '../../src/platform/server/free-port.ts';
import { isDeep } from '../support/depth.ts';
import { ensureSwift, howToInstall, type Swift, startSwift } from '../support/swift.ts';
import { type StoredFixture, somePdf, storedFixture } from './stored.ts';

const hasSwift = isDeep && ensureSwift();
if (isDeep && !hasSwift) console.info(howToInstall);

describe.runIf(hasSwift)('TECH-16 OpenStack Swift as object store', () => {
  let swift: Swift | undefined;
  let fixture: StoredFixture;

  beforeAll(async () => {
    swift = await startSwift(await freePort());
    fixture = await storedFixture({ url: swift.url });
  });
  afterAll(async () => {
    await fixture?.close();
    swift?.stop();
  });

  test('keeps small files and files in parts, gives them back and forgets them with all versions', async () => {
    const sent = new Map<string, Buffer>();
    for (const size of [1_000, 700_000, 9_500_000]) {
      const bytes = somePdf(size);
      sent.set(await fixture.upload(bytes), bytes);
    }
    for (const place of ['store', 'database', 'store'] as const) {
      await fixture.work(place);
      for (const [id, bytes] of sent) {
        expect((await fixture.keyOf(id)) !== undefined).toBe(place === 'store');
        expect((await fixture.read(id)).body.equals(bytes)).toBe(true);
      }
    }
    const { database, sql } = fixture.demo.web;
    expect(await checkObjects(database, fixture.store)).toMatchObject({ orphans: [], missing: [] });
    await sql("update loose_object set drop_after = now() - interval '1 second'");
    await fixture.work('database');
    await sql("update loose_object set drop_after = now() - interval '1 second'");
    await fixture.work();
    expect(await fixture.store.page('')).toEqual({ objects: [], isLast: true });
  });
});
