import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/base/day.ts';
import { reminderJobs } from '../../src/features/contract/server/reminders.ts';
import { contractJobs } from '../../src/features/contract/server/roll-over.ts';
import type { Caller, DemoApi } from '../support/demo-api.ts';
import { withoutDemoContracts } from './contract-setup.ts';
import {
  type ActionInput,
  actAs,
  type Contract,
  type ContractDemo,
  contractDemo,
  inYears,
  on,
  saveAs,
  terms,
  thisYear,
  today,
} from './contracts.ts';

let demo: DemoApi;
let admin: Caller;
let parties: ContractDemo['parties'];

beforeAll(async () => {
  ({ demo, admin, parties } = await contractDemo());
  await withoutDemoContracts(demo.db);
});
afterAll(() => demo.close());

const save = (input: Record<string, unknown>) => saveAs(admin, input);
const act = (contract: Contract, action: string, input: ActionInput = {}) =>
  actAs(admin, contract, action, input);

async function signed(head: Record<string, unknown> = terms): Promise<Contract> {
  const made = await save({ head: { name: 'Wartung Krane', ...parties, ...head }, lines: [] });
  const signing = await act(await act(made, 'to_check'), 'to_signing');
  return await act(signing, 'sign');
}

/** A row with numeric texts as numbers. */
const plain = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value,
    ]),
  );

describe('CON-06 CON-13 CON-27 a contract', () => {
  it('NUM-05 CON-02 DATA-38 gets number, dates and total with the first save, updates them with its terms, and keeps the former ones', async () => {
    const made = await save({
      head: {
        name: 'Wartung Krane',
        ...parties,
        ...terms,
        usage_type: 'quarterly',
        reminder_days_before: '30',
      },
      lines: [
        { name: 'Inspektion', type: 'maintenance', total: '3120' },
        { name: 'Rufbereitschaft', type: 'service', total: '960.50' },
      ],
    });
    expect(made).toMatchObject({
      status: 'pending',
      end_date: inYears(2, '12-31'),
      next_possible_contract_end: inYears(2, '12-31'),
      termination_deadline: inYears(2, '09-30'),
      total_netto: 4080.5,
    });
    expect(made.contract_number_formatted).toMatch(/^CT-\d{6}$/);
    const longer = await save({ ...on(made), head: { duration: '48' } });
    expect(longer).toMatchObject({ end_date: inYears(3, '12-31'), total_netto: 4080.5 });
    expect(longer.contract_terms).toMatchObject([{ duration: 36, notice_period: 3 }]);
  });

  it('DATA-36 DATA-37 CON-26 returns all typed fields of head and lines', async () => {
    const head = {
      name: 'Серверы: аренда',
      ...parties,
      ...terms,
      category: 'rental',
      type: 'recurring_contract',
      external_contract_number: 'R-4711/b',
      contract_date: inYears(-1, '11-30'),
      payment_method: 'direct_debit',
      payment_direction: 'both',
      payment_timing: 'advance',
      usage_type: 'semiannually',
      recurring_invoice: true,
      min_duration: '24',
      notice_workdays: '3',
      termination_to: 'none',
      termination_special_right: 'Bei Preiserhöhung über 5 %',
      reminder_days_before: '45',
      notes: 'Ordner 12',
    };
    const line = {
      ...{ type: 'subscription', name: 'Server', item_number: 'S-1', quantity: '2.5', unit: 'Stück' },
      ...{ total: '120.40', tax: '7', usage_type: 'monthly', offer_number: 'A-9' },
      ...{ offer_date: inYears(-1, '10-01'), image_url: 'https://partner.example/s1.png' },
      webshop_url: 'https://partner.example/s1',
    };
    const { id } = await save({ head, lines: [line] });
    const { contract } = await admin.get<{ contract: (Record<string, unknown> & { lines: object[] })[] }>(
      `{ contract(where: { id: { _eq: ${id} } }) { ${Object.keys(head).join(' ')}
          lines: contract_lines { ${Object.keys(line).join(' ')} } } }`,
    );
    expect(contract.map(plain)).toMatchObject([plain(head)]);
    expect(contract[0]?.lines.map(plain)).toEqual([plain(line)]);
  });

  it('CON-25 keeps a typed reminder day until it is cleared', async () => {
    const made = await save({ head: { name: 'Miete', ...parties, ...terms, reminder_days_before: '30' } });
    const typed = await save({ ...on(made), head: { reminder_date: inYears(2, '06-01') } });
    const longer = await save({ ...on(typed), head: { duration: '48' } });
    expect(longer.reminder_date).toBe(inYears(2, '06-01'));
    const emptied = await save({ ...on(longer), head: { reminder_date: null } });
    expect(emptied.reminder_date).toBe(inYears(3, '08-17'));
  });

  it('goes from draft to signature, runs, is terminated, and the termination is revoked', async () => {
    const running = await signed();
    expect(running.status).toBe('active');
    const listedDay = async () => {
      const { document } = await admin.get<{ document: { due_date: string | null }[] }>(
        `{ document(where: { kind: { _eq: "contract" }, id: { _eq: ${running.id} } }) { due_date } }`,
      );
      return document[0]?.due_date;
    };
    expect(await listedDay()).toBe(inYears(2, '09-30'));
    const ended = await act(running, 'terminate', {
      notice_sent_on: inYears(2, '11-20'),
      terminated_on: inYears(2, '11-24'),
    });
    expect(ended).toMatchObject({
      status: 'cancelled',
      end_date: inYears(3, '12-31'),
      terminated_on: inYears(2, '11-24'),
    });
    // The list shows the deadline for notice, which was given.
    expect(await listedDay()).toBeNull();
    const back = await act(ended, 'revoke_termination', {
      comment: 'Neues Angebot',
      person_id: admin.context.userId,
    });
    expect(back).toMatchObject({ status: 'clearing', terminated_on: null });
    expect(await act(back, 'finish_clearing')).toMatchObject({
      status: 'active',
      end_date: inYears(2, '12-31'),
    });
  });

  it('CON-05 CON-22 is refused without the right to create one, and with invalid numbers', async () => {
    const requester = await demo.person('requester@demo.test');
    const query = `mutation ($key: uuid!, $head: contract_save_head_input) {
      contract_save(idempotency_key: $key, head: $head) { id } }`;
    const refused = (person: Caller, head: object) => person.refusal(query, { key: randomUUID(), head });
    expect(await refused(requester, { name: 'Miete' })).toMatchObject({ code: 'permission_denied' });
    expect(await refused(admin, { ...terms, duration: '1000' })).toMatchObject({
      problems: [{ field: 'duration', code: 'number_out_of_range' }],
    });
    expect(
      await refused(admin, { term_type: 'none', start_date: '2026-02-01', end_date: '2026-01-01' }),
    ).toMatchObject({
      problems: [{ field: 'end_date' }],
    });
  });
});

describe('CON-24 CON-25 reminders', () => {
  const job = { id: 1, kind: 'remind_of_contracts', input: {} };
  const remind = async (): Promise<unknown> => {
    const { remind_of_contracts: handler } = reminderJobs({
      database: demo.db.database,
      clock: { now: () => new Date() },
      publicUrl: 'https://kontor.test',
    });
    if (!handler) throw new Error('there is no such job');
    return await handler({ ...job, context: admin.context } as never);
  };
  const mailed = async (id: number) =>
    await demo.db.sql<{ subject: string; recipient: string; text_body: string }>(
      `select subject, recipient, text_body from mail where contract_id = $1 and kind = 'reminder' order by id`,
      [id],
    );

  it('are sent once per day to the responsible person, in the person’s language, and not for unsigned contracts', async () => {
    const running = await signed({ ...terms, name: 'Миронов Wartung' });
    const made = await save({
      head: { name: 'Miete', ...parties, ...terms, reminder_date: addDays(today, -30) },
    });
    await demo.db.sql('update contract set reminder_date = $2 where id = $1', [
      running.id,
      addDays(today, -5),
    ]);
    await remind();
    await remind();
    const [mail, ...others] = await mailed(running.id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: 'admin@demo.test' });
    expect(mail?.subject).toContain('Миронов Wartung');
    expect(mail?.text_body).toContain(`30.09.${thisYear + 2}`);
    expect(mail?.text_body).toContain(`https://kontor.test/contract/form?id=${running.id}`);
    expect(await mailed(made.id)).toEqual([]);
    await demo.db.sql('update contract set reminder_date = $2 where id = $1', [
      running.id,
      addDays(today, -4),
    ]);
    await remind();
    expect(await mailed(running.id)).toHaveLength(2);
  });

  it('are sent at once if their day is over when the contract is saved', async () => {
    const running = await signed();
    const queued = async () =>
      (await demo.db.sql("select from job where kind = 'remind_of_contracts'")).length;
    const before = await queued();
    await save({ ...on(running), head: { reminder_date: addDays(today, -3) } });
    expect(await queued()).toBe(before + 1);
  });

  it('MAIL-05 skip a blocked person and go to the person responsible for the company', async () => {
    const running = await signed();
    await demo.db.sql('update contract set reminder_date = $2 where id = $1', [
      running.id,
      addDays(today, -5),
    ]);
    await demo.db.sql('update lb_user set blocked = true where id = $1', [admin.context.userId]);
    await remind();
    const recipients = (await mailed(running.id)).map(({ recipient }) => recipient);
    await demo.db.sql('update lb_user set blocked = false where id = $1', [admin.context.userId]);
    expect(recipients).toEqual(['approver3@demo.test']);
    admin = await demo.person('admin@demo.test');
  });
});

describe('JOB-04 the daily job', () => {
  const run = async (now: string): Promise<number> => {
    const { roll_over_contracts: rollOver } = contractJobs({
      database: demo.db.database,
      clock: { now: () => new Date(now) },
      publicUrl: 'https://kontor.test',
    });
    if (!rollOver) throw new Error('there is no such job');
    const job = { id: 1, kind: 'roll_over_contracts', context: admin.context, input: {} };
    return ((await rollOver(job as never)) as { moved: number }).moved;
  };
  const stored = async (id: number) => {
    const [row] = await demo.db.sql(
      `select status, end_date::text, next_possible_contract_end::text as next_end, termination_deadline::text as deadline
       from contract where id = $1`,
      [id],
    );
    return row;
  };

  it('CON-06 renews, activates and ends contracts; repeated or late runs have the same result', async () => {
    const renewed = await signed();
    const later = await signed({ ...terms, start_date: inYears(1, '02-01') });
    const ending = await signed({ ...terms, renewal_type: 'none' });
    const once = await signed({
      ...terms,
      start_date: null,
      duration: null,
      term_type: 'none',
      end_date: inYears(3, '03-31'),
    });
    const typed = await signed({
      ...terms,
      duration: null,
      duration_unit_type: null,
      end_date: inYears(2, '12-15'),
      renewal_type: 'once',
    });
    expect(later.status).toBe('completed');
    await run(inYears(3, '01-01T00:15:00+01:00'));
    expect(await stored(renewed.id)).toMatchObject({
      status: 'active',
      end_date: inYears(3, '12-31'),
      deadline: inYears(3, '09-30'),
    });
    expect(await stored(ending.id)).toMatchObject({ status: 'expired', end_date: inYears(2, '12-31') });
    expect(await stored(once.id)).toMatchObject({ status: 'active', end_date: inYears(3, '03-31') });
    expect(await stored(typed.id)).toMatchObject({ status: 'active', end_date: inYears(3, '12-15') });
    expect(await run(inYears(3, '01-01T00:15:00+01:00'))).toBe(0);
    await run(inYears(5, '05-05T00:15:00+02:00'));
    expect(await stored(renewed.id)).toMatchObject({
      status: 'active',
      end_date: inYears(5, '12-31'),
      next_end: inYears(5, '12-31'),
    });
    expect(await stored(later.id)).toMatchObject({ status: 'active', end_date: inYears(6, '01-31') });
    expect(await stored(once.id)).toMatchObject({ status: 'expired' });
    expect(await stored(typed.id)).toMatchObject({ status: 'expired', end_date: inYears(3, '12-15') });
  });
});
