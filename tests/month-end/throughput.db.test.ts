import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, invoice, office, openSetup, read, shown } from './setup.ts';

beforeAll(() => openSetup());
afterAll(() => office.close());

describe('DASH-07 throughput times', () => {
  /** A person's check of an invoice, this many hours after its arrival. */
  async function check(department: string, hours: number): Promise<void> {
    const person = await office.person([], { department_id: department });
    const id = await invoice('', { total_netto: '1', invoice_date: '2026-09-01' });
    const [{ timeline_id: timeline } = { timeline_id: '' }] = await office.db.sql<{ timeline_id: string }>(
      'select timeline_id from invoice where id = $1',
      [id],
    );
    const entry = {
      timeline_id: timeline,
      invoice_id: id,
      procurement_id: null,
      contract_id: null,
      status: 'approved',
      text_type: 'past',
    };
    await office.add('timeline_entry', {
      ...entry,
      entry_no: '0',
      type: 'invoice-upload',
      created_at: '2026-08-10T08:00:00Z',
      completed_at: '2026-08-10T08:00:00Z',
      lb_user_id: person.id,
    });
    const at = new Date(Date.parse('2026-08-10T08:00:00Z') + hours * 3_600_000).toISOString();
    await office.add('timeline_entry', {
      ...entry,
      entry_no: '1',
      type: 'invoice-manual-check',
      created_at: '2026-08-10T08:00:00Z',
      completed_at: at,
      lb_user_id: person.id,
    });
  }

  it('departments with fewer than five people are among the others, and people are not named', async () => {
    const large = await add('large', 'department', { name: 'Einkauf' });
    const small = await add('small', 'department', { name: 'Labor' });
    const tiny = await add('tiny', 'department', { name: 'Empfang' });
    for (const hours of [1, 2, 3, 4, 5]) await check(large, hours);
    for (const hours of [10, 10, 10]) await check(small, hours);
    for (const hours of [20, 40]) await check(tiny, hours);
    const answer = await read('throughput', '2026-08-31');
    expect(shown(answer, 'step', 'group', 'count', 'average', 'median')).toEqual([
      ['invoice-manual-check', 'Einkauf', 5, '3.0', '3.0'],
      ['invoice-manual-check', null, 5, '18.0', '10.0'],
    ]);
    expect(answer.totals).toEqual([]);
    expect((await read('throughput', '2026-07-31')).count).toBe(0);
  });

  it('DASH-05 ROLE-06 excludes steps of invisible documents', async () => {
    const stranger = await office.person(['user-price', 'user-dashboard']);
    expect((await read('throughput', '2026-08-31', { who: stranger })).count).toBe(0);
  });
});
