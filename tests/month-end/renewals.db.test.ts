import { afterAll, beforeAll, expect, it } from 'vitest';
import { add, ids, office, openSetup, read, shown, together } from './setup.ts';

async function contract(name: string, deadline: string, values = {}): Promise<void> {
  await add(name, 'contract', {
    ...{ timeline_id: (await office.add('timeline')).id, name, status: 'active', client_id: ids.company },
    ...{ renewal_type: 'auto', term_type: 'fixed', termination_deadline: deadline, terminated_on: null },
    ...{ exchange_rate: null, amends_id: null, ...values },
  });
}

async function decide(name: string, decision: string, meant: string | null): Promise<void> {
  await add(`${name} ${decision}`, 'contract_due_reminder', {
    ...{ contract_id: ids[name], type: 'cancellation_notice', day: '2026-06-01', meant, decision },
    ...{ acknowledged_at: '2026-06-02T08:00:00Z' },
  });
}

beforeAll(async () => {
  await openSetup();
  await together(async () => {
    await contract('first day', '2026-07-01');
    await contract('last day', '2026-09-30', { renewal_type: 'once' });
    await contract('quarter before', '2026-06-30');
    await contract('quarter after', '2026-10-01');
    await contract('ends by itself', '2026-08-01', { renewal_type: 'none' });
    await contract('in check', '2026-08-02', { status: 'check' });
    await contract('given notice', '2026-08-03', { terminated_on: '2026-05-05' });
    for (const decision of ['keep', 'renegotiate', 'noted']) {
      await contract(decision, '2026-08-04');
      await decide(decision, decision, '2026-08-04');
    }
    await contract('decided last year', '2026-08-05');
    await decide('decided last year', 'keep', '2025-08-05');
  });
});
afterAll(() => office.close());

it.each(['2026-06-30', '2026-07-01', '2026-09-29'])(
  'DASH-11 renewals of the quarter after %s are listed while nobody has decided about them',
  async (day) => {
    const answer = await read('renewals', day);
    expect(shown(answer, 'name', 'deadline')).toEqual([
      ['first day', '2026-07-01'],
      ['noted', '2026-08-04'],
      ['decided last year', '2026-08-05'],
      ['last day', '2026-09-30'],
    ]);
    expect(answer.count).toBe(4);
  },
);

it('DASH-11 ROLE-06 renewals of contracts that the person does not see are not listed', async () => {
  const who = await office.person(['user-price', 'user-dashboard']);
  expect(await read('renewals', '2026-06-30', { who })).toMatchObject({ count: 0 });
});
