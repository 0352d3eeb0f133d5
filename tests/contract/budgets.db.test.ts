import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contractMonthJobs } from '../../src/features/month-end/server/keep-contract-months.ts';
import type { Caller, DemoApi } from '../support/demo-api.ts';
import {
  actAs,
  amendAs,
  type Contract,
  type ContractDemo,
  contractDemo,
  inYears,
  on,
  refusedAct,
  refusedSave,
  saveAs,
  terms,
} from './contracts.ts';

/** Contracts of 100 a month, next year, on a cost center whose budget of that year the tests choose. */
let demo: DemoApi;
let admin: Caller;
let parties: ContractDemo['parties'];

beforeAll(async () => {
  ({ demo, admin, parties } = await contractDemo());
  await demo.db.sql('update client set contracts_in_budgets = true where id = $1', [parties.client_id]);
});
afterAll(() => demo.close());

beforeEach(async () => {
  const { cost_center_id: center } = parties;
  await demo.db.sql('delete from contract_month');
  await demo.db.sql('delete from budget where cost_center_id = $1', [center]);
  for (const year of [1, 2])
    await demo.db.sql(
      `insert into budget (tenant_id, cost_center_id, name, value, start, "end")
       values ($1, $2, $3, 100000, $4, $5)`,
      [admin.context.tenantId, center, `in ${year}`, inYears(year, '01-01'), inYears(year, '12-31')],
    );
  await whenExceeded('confirm');
});

const budget = (value: number, year = 1) =>
  demo.db.sql('update budget set value = $1 where cost_center_id = $2 and name = $3', [
    value,
    parties.cost_center_id,
    `in ${year}`,
  ]);

const whenExceeded = (setting: string) =>
  demo.db.sql('update client set when_budget_exceeded = $2 where id = $1', [parties.client_id, setting]);

const draft = (months = '12', total = '100') =>
  saveAs(admin, {
    head: {
      ...{ name: 'Miete Halle', ...parties, usage_type: 'monthly', payment_direction: 'outgoing' },
      ...{ term_type: 'fixed', start_date: inYears(1, '01-01'), renewal_type: 'none' },
      ...{ duration: months, duration_unit_type: 'month' },
    },
    lines: [{ name: 'Halle 4', type: 'service', total }],
  });

async function until(action: 'to_check' | 'to_signing' | 'sign', contract: Contract): Promise<Contract> {
  let now = contract;
  for (const one of ['to_check', 'to_signing', 'sign']) {
    if (one === action) return now;
    now = await actAs(admin, now, one);
  }
  return now;
}

const signed = async (contract: Contract) => actAs(admin, await until('sign', contract), 'sign');

const ofBudget = (year: number, amount: string) => ({
  code: 'budget_exceeded',
  values: { budget: `in ${year}`, amount },
});

describe('BUD-06 DASH-09 a contract is compared with the budgets in which it will count', () => {
  it('asks at submit, check and signature for what it takes beyond each year, and counts once signed', async () => {
    await budget(1000);
    await budget(250, 2);
    let contract = await draft('15');
    for (const action of ['to_check', 'to_signing', 'sign']) {
      const asked = await refusedAct(admin, contract, action);
      expect([action, asked]).toMatchObject([action, ofBudget(1, '200.00')]);
      const all = [asked.confirm, ...(asked.confirm?.further ?? [])];
      expect(all.map((one) => one?.code)).toEqual(['budget_exceeded', 'budget_exceeded']);
      const confirmations = all.map((one) => one?.hash ?? '');
      contract = await actAs(admin, contract, action, { confirmations });
    }
    const [counted] = await demo.db.sql<{ net: string }>(
      'select sum(net)::text as net from contract_month where contract_id = $1',
      [contract.id],
    );
    expect(counted?.net).toBe('1500.00');
  });

  it('the act that puts a contract in force writes the same months as the job', async () => {
    const old = await saveAs(admin, {
      head: {
        ...{ name: 'Wartung Kran', ...parties, ...terms, start_date: inYears(-1, '03-15') },
        ...{ usage_type: 'yearly', payment_direction: 'outgoing', payment_timing: 'advance' },
      },
      lines: [{ name: 'Wartung', type: 'maintenance', total: '999.99' }],
    });
    const made = [await signed(await draft('7', '33.33')), await actAs(admin, old, 'take_over')];
    const months = () =>
      demo.db.sql<{ contract_id: string }>(
        `select contract_id, day::text, cost_center_id, ledger_account_id, net::text from contract_month
         where contract_id = any ($1) order by contract_id, day`,
        [made.map(({ id }) => id)],
      );
    const written = await months();
    expect(new Set(written.map((month) => month.contract_id)).size).toBe(2);
    const { database } = demo.db;
    const { keep_contract_months: keep } = contractMonthJobs({ database, clock: { now: () => new Date() } });
    await keep?.({ id: 1, kind: 'keep_contract_months', context: admin.context, input: {} } as never);
    expect(await months()).toEqual(written);
  });

  it('APPR-16 is refused at each step and when it is taken over, where its company blocks that', async () => {
    const waiting = {
      to_check: await draft(),
      take_over: await draft(),
      to_signing: await until('to_signing', await draft()),
      sign: await until('sign', await draft()),
    };
    await budget(1199);
    await whenExceeded('block');
    for (const [action, contract] of Object.entries(waiting)) {
      const refusal = await refusedAct(admin, contract, action);
      expect([action, refusal]).toMatchObject([action, ofBudget(1, '1.00')]);
      expect(refusal).not.toHaveProperty('confirm');
    }
    await budget(1200);
    expect((await actAs(admin, waiting.take_over, 'take_over')).status).toBe('completed');
  });

  it('of two contracts signed at the same time, one finds the budget used up', async () => {
    const pair = [await until('sign', await draft()), await until('sign', await draft())];
    await budget(2000);
    await whenExceeded('block');
    const answers = await Promise.allSettled(pair.map((contract) => actAs(admin, contract, 'sign')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [refused] = answers.filter((answer) => answer.status === 'rejected');
    expect(String(refused?.reason)).toContain('budget_exceeded');
  });

  it('is not asked about where it takes no more than it counts already', async () => {
    const running = await signed(await draft());
    await budget(500);
    await whenExceeded('block');
    const clearing = await actAs(admin, running, 'send_to_clearing', {
      comment: 'Neuer Vermieter',
      person_id: admin.context.userId,
    });
    const cleared = await actAs(admin, clearing, 'finish_clearing');
    const amended = async (total: string) =>
      saveAs(admin, {
        ...on(await amendAs(admin, cleared)),
        lines: [{ name: 'Halle 4', type: 'service', total }],
      });
    const cheaper = await signed(await amended('90'));
    expect(cheaper.status).toBe('incorporated');
    const again = { ...cleared, ...(await reread(cleared.id)) };
    const dearer = await saveAs(admin, {
      ...on(await amendAs(admin, again)),
      lines: [{ name: 'Halle 4', type: 'service', total: '95' }],
    });
    expect(await refusedAct(admin, dearer, 'to_check')).toMatchObject(ofBudget(1, '640.00'));
  });

  it('a paused contract counts no more, and is asked about when it is resumed', async () => {
    const paused = await actAs(admin, await signed(await draft()), 'pause', { comment: 'Halle steht leer' });
    await budget(1200);
    await signed(await draft());
    expect(await refusedAct(admin, paused, 'resume')).toMatchObject(ofBudget(1, '1200.00'));
  });

  describe('a save that lets a contract in force count more in another budget', () => {
    let small: number;

    beforeAll(async () => {
      const [other] = await demo.db.sql<{ id: string }>(
        'select id from cost_center where tenant_id = $1 and id <> $2 and active order by id limit 1',
        [admin.context.tenantId, parties.cost_center_id],
      );
      small = Number(other?.id);
      await demo.db.sql('delete from budget where cost_center_id = $1', [small]);
      await demo.db.sql(
        `insert into budget (tenant_id, cost_center_id, name, value, start, "end") values ($1, $2, 'small', 1199, $3, $4)`,
        [admin.context.tenantId, small, inYears(1, '01-01'), inYears(1, '12-31')],
      );
    });

    const moved = (contract: Contract) => ({ ...on(contract), head: { cost_center_id: small } });
    const notesOf = async ({ id }: Contract) =>
      await demo.db.sql<{ message_code: string }>(
        'select message_code from timeline_entry where contract_id = $1',
        [id],
      );

    it('APPR-16 is refused where its company blocks that', async () => {
      const running = await signed(await draft());
      await whenExceeded('block');
      const refused = await refusedSave(admin, moved(running));
      expect(refused).toMatchObject({ code: 'budget_exceeded', field: 'head.cost_center_id' });
      expect(refused).not.toHaveProperty('confirm');
      await demo.db.sql("update budget set value = 1200 where name = 'small'");
      await saveAs(admin, moved(running));
      await demo.db.sql("update budget set value = 1199 where name = 'small'");
    });

    it.each(['confirm', 'additional_approval'])(
      'asks and keeps the answer in the timeline where its company says %s, because nobody approves it afterwards',
      async (setting) => {
        const running = await signed(await draft());
        await whenExceeded(setting);
        const asked = await refusedSave(admin, moved(running));
        expect(asked).toMatchObject({ code: 'budget_exceeded', values: { budget: 'small', amount: '1.00' } });
        const saved = await saveAs(admin, { ...moved(running), confirmations: [asked.confirm?.hash] });
        expect((await notesOf(saved)).map(({ message_code }) => message_code)).toContain('budget_exceeded');
        await saveAs(admin, { ...on(saved), head: { name: 'Miete Halle 4' } });
      },
    );

    it('PRICE-07 asks about a typed rate by which it costs more', async () => {
      const made = await draft();
      const dollars = await saveAs(admin, { ...on(made), head: { currency: 'USD', exchange_rate: '0.5' } });
      const running = await signed(dollars);
      await budget(900);
      const dearer = { ...on(running), head: { exchange_rate: '0.8' } };
      expect(await refusedSave(admin, dearer)).toMatchObject(ofBudget(1, '60.00'));
      await saveAs(admin, { ...on(running), head: { exchange_rate: '0.4' } });
    });

    it('a paused contract is moved without a question, and asked about when it is resumed', async () => {
      const running = await signed(await draft());
      const paused = await actAs(admin, running, 'pause', { comment: 'Halle steht leer' });
      const elsewhere = await saveAs(admin, moved(paused));
      expect(await refusedAct(admin, elsewhere, 'resume')).toMatchObject({ code: 'budget_exceeded' });
    });
  });

  it('where the company counts no contracts, none is asked about', async () => {
    await budget(1);
    await whenExceeded('block');
    await demo.db.sql('update client set contracts_in_budgets = false where id = $1', [parties.client_id]);
    expect((await signed(await draft())).status).toBe('completed');
    await demo.db.sql('update client set contracts_in_budgets = true where id = $1', [parties.client_id]);
  });
});

async function reread(id: number): Promise<Contract> {
  const { contract_by_pk: found } = await admin.get<{ contract_by_pk: Contract }>(
    '{ contract_by_pk(id: ID) { id status timeline { content_version } } }'.replace('ID', String(id)),
  );
  return found;
}
