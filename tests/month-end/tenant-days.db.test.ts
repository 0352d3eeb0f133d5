import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantA } from '../support/tenants.ts';
import { add, ids, invoice, office, openSetup, order } from './setup.ts';

/** At any hour, one of these zones has another day than UTC. */
const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];

/** Past all document retention, so that only the file's retention counts. */
const longAgo = '2001-05-01T09:00:00Z';

beforeAll(async () => {
  await openSetup();
  const old = { created_at: longAgo };
  await order('old order', { ...old, status: 'completed', number: '1', submitted_at: longAgo });
  await invoice('old invoice', { ...old, total_netto: '1' });
  await add('old contract', 'contract', { ...old, timeline_id: (await office.add('timeline')).id });
});
afterAll(() => office.close());

async function one<Value>(sql: string, values: readonly unknown[] = []): Promise<Value | undefined> {
  const { rows } = await office.owner.query<{ value: Value }>(`select ${sql} as value`, [...values]);
  return rows[0]?.value;
}

/** Runs with this time zone as operator, and rolls back. */
async function inZone(zone: string, run: () => Promise<void>): Promise<void> {
  await office.owner.query('begin');
  try {
    await office.owner.query('delete from configuration');
    await office.owner.query("select set_config('app.is_operator', 'on', true)");
    await add('zone', 'configuration', { key: 'timezone', value: zone, client_id: null });
    await run();
  } finally {
    await office.owner.query('rollback');
  }
}

/** An old file retained until this many days after the tenant's today. */
async function keptFor(days: number, zone: string, owner: Readonly<Record<string, string>> = {}) {
  const until = await one<string>('((now() at time zone $1)::date + $2::int)::text', [zone, days]);
  return await add('file', 'file', {
    created_at: longAgo,
    retain_until: until,
    received_by: 'export',
    ...owner,
  });
}

describe.each(zones)('GEN-14 TECH-19 ARC-02 in %s', (zone) => {
  it('a file is kept on the last day of retention, and not after it', async () => {
    await inZone(zone, async () => {
      const last = await keptFor(0, zone);
      const over = await keptFor(-1, zone);
      const isKept = (id: string) => one('(select app.is_kept(f) from file f where id = $1)', [id]);
      expect([await isKept(last), await isKept(over)]).toEqual([true, false]);
    });
  });

  it('a deletion preview counts a file as kept on its last day, and not after it', async () => {
    await inZone(zone, async () => {
      const counted = () =>
        one(
          `(select array[c ->> 'files_kept', c ->> 'files_uncovered']
            from app.deletion_preview($1, 'tenant', null, null, '-infinity') c)`,
          [tenantA.id],
        );
      const before = await counted();
      await keptFor(-1, zone);
      expect(await counted()).toEqual(before);
      await keptFor(0, zone);
      expect(await counted()).toEqual(
        Array(2).fill(expect.not.stringMatching(`^${(before as string[])[0]}$`)),
      );
    });
  });

  it.each([
    ['procurement', 'old order'],
    ['invoice', 'old invoice'],
    ['contract', 'old contract'],
  ])('a document of kind %s is deletable only after the last day of its file', async (kind, name) => {
    await inZone(zone, async () => {
      const isKept = () =>
        one(
          "(select is_kept from app.documents_for_deletion($1, $2, '-infinity', 'infinity') where id = $3)",
          [tenantA.id, kind, ids[name]],
        );
      const owner = { [`${kind}_id`]: ids[name] ?? '' };
      await keptFor(-1, zone, owner);
      expect(await isKept()).toBe(false);
      await keptFor(0, zone, owner);
      expect(await isKept()).toBe(true);
    });
  });
});

it('GEN-14 TECH-19 DASH-07 an invoice without a date counts on its day of arrival in the tenant’s time zone', async () => {
  const id = await order('night', {
    number: '2',
    submitted_at: '2026-03-10T09:00:00Z',
    total_netto: '100',
    total_brutto: '100',
  });
  const line = await add('line', 'procurement_line', { procurement_id: id, total_netto: '100' });
  const came = { created_at: '2026-03-20T23:30:00Z', invoice_date: null, procurement_id: id };
  const charged = await invoice('night', { ...came, total_netto: '60' });
  await add('charged', 'invoice_line', { invoice_id: charged, procurement_line_id: line, total_netto: '60' });
  await invoice('night, without lines', { ...came, total_netto: '40' });
  const days = () =>
    one('(select array_agg(distinct day::text) from app.charges_of_orders($1, array[$2::bigint]))', [
      tenantA.id,
      id,
    ]);
  expect(await days()).toEqual(['2026-03-21']);
  await inZone('America/Los_Angeles', async () => expect(await days()).toEqual(['2026-03-20']));
});
