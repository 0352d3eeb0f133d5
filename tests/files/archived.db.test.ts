import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileTasks } from '../../src/platform/server/files/store/keep-files.ts';
import { type ArchiveFixture, archiveFixture, unpackedArchive } from '../archive/archives.ts';
import { startTestStore, type TestStore } from '../support/object-store.ts';

let server: TestStore;
let fixture: ArchiveFixture;

beforeAll(async () => {
  server = await startTestStore();
  fixture = await archiveFixture({ filesUrl: server.url });
  await addOriginal('lang.pdf', Buffer.alloc(700_000, 'x'), '2099-12-31');
  await addOriginal('entwurf.pdf', Buffer.alloc(600_000, 'y'), null);
  await work();
});
afterAll(async () => {
  await fixture?.close();
  await server?.close();
});

async function work(): Promise<void> {
  const { database, log } = fixture.web;
  if (database.objects) await fileTasks(database, database.objects, log.log).move();
}

async function addOriginal(name: string, bytes: Buffer, until: string | null): Promise<void> {
  await fixture.web.sql(
    `with f as (
       insert into file (tenant_id, name, mime, size, sha256, contract_id, received_by, retain_until)
       select $1, $2, 'application/pdf', length($3::bytea), sha256($3), null, 'upload', $4::date returning id)
     insert into file_chunk (tenant_id, file_id, chunk_no, bytes)
     select $1, id, n, substring($3 from n * 262144 + 1 for 262144) from f, generate_series(0, length($3) / 262144) n`,
    [fixture.demoTenant, name, bytes, until],
  );
}

test('TECH-16 ARC-05 an archive has originals of the store, also one deleted while it is made', async () => {
  const [row] = await fixture.web.sql<{ inside: string }>(
    "select count(*) as inside from file_chunk c join file f on f.id = c.file_id where f.name in ('lang.pdf', 'entwurf.pdf')",
  );
  expect(row?.inside).toBe('0');
  const { id } = (await fixture.post(fixture.path)).json<{ id: string }>();
  await fixture.work(() => true);
  await fixture.web.sql("delete from file where name = 'entwurf.pdf'");
  await fixture.web.sql("update loose_object set drop_after = now() - interval '1 second'");
  await work();
  await fixture.work();
  const files = unpackedArchive(await fixture.download(id));
  const found = [...files].filter(([path]) => /(lang|entwurf)/.test(path)).map(([, bytes]) => bytes);
  expect(found).toContainEqual(Buffer.alloc(700_000, 'x'));
  expect(found).toContainEqual(Buffer.alloc(600_000, 'y'));
  // The object goes with the archive.
  await fixture.web.sql('delete from archive_member where object_key is not null');
  const before = server.objects.size;
  await work();
  expect(server.objects.size).toBe(before - 1);
});
