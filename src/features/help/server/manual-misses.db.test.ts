import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../../../../tests/support/demo-web.ts';
import type { ManualMisses } from '../manual-miss.ts';

let demo: DemoWeb;
let admin: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  admin = await demo.person('admin@demo.test');
});
afterAll(() => demo?.close());

const note = (person: WebCaller, text: string) =>
  person.send({ method: 'POST', url: '/api/help/miss', payload: { text } });
const missesOf = async (person: WebCaller) =>
  (await person.send({ method: 'GET', url: '/api/help/miss' })).json<ManualMisses>().misses;

test('ONB-10 administrators see the searches without a hit, the most frequent first, and not who searched', async () => {
  const buyer = await demo.person('buyer@demo.test');
  expect((await note(buyer, 'Skonto')).status).toBe(204);
  await note(buyer, 'Teleporter');
  await note(admin, ' TELEPORTER ');
  expect(await missesOf(admin)).toMatchObject([
    { text: 'teleporter', times: 2 },
    { text: 'skonto', times: 1 },
  ]);
  const [row] = await demo.web.sql<{ row: string }>('select m::text as row from manual_miss m limit 1');
  expect(row?.row).not.toContain('buyer');
  expect((await buyer.send({ method: 'GET', url: '/api/help/miss' })).status).toBe(403);
  expect(await missesOf(await demo.person('admin@other.test'))).toEqual([]);
});

test('ONB-10 texts that are too short or too long are refused, and only the newest 500 are kept', async () => {
  for (const text of ['', 'ab', 'x'.repeat(101)]) expect((await note(admin, text)).status).toBe(422);
  await demo.web.sql(
    `insert into manual_miss (tenant_id, text, last_at)
     select $1, 'frage ' || n, now() - n * interval '1 minute' from generate_series(1, 600) n`,
    [admin.context.tenantId],
  );
  await note(admin, 'Neueste');
  const texts = await demo.web.sql<{ text: string }>('select text from manual_miss');
  expect(texts).toHaveLength(500);
  expect(texts.map(({ text }) => text)).toContain('neueste');
  expect(texts.map(({ text }) => text)).not.toContain('frage 600');
});
