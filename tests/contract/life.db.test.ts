import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reminderJobs } from '../../src/features/contract/server/reminders.ts';
import { contractJobs } from '../../src/features/contract/server/roll-over.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { switchModulesOn } from '../support/switched-modules.ts';

let demo: DemoApi;
let admin: Caller;
let parties: { readonly client_id: number; readonly supplier_id: number; readonly responsible_id: number };

beforeAll(async () => {
  demo = await demoApi();
  await switchModulesOn({
    query: async (text, values) => ({ rows: await demo.db.sql(text, values), rowCount: null }),
  });
  admin = await demo.person('admin@demo.test');
  await demo.db.sql(
    `update lb_user set roles = roles || '{user-insert-contract,user-change-contract,user-see-contracts}'::text[]
     where id = $1`,
    [admin.context.userId],
  );
  admin = await demo.person('admin@demo.test');
  const { tenantId, userId } = admin.context;
  const [row] = await demo.db.sql<{ client_id: string; supplier_id: string }>(
    `select (select min(id) from client where tenant_id = $1) as client_id,
            (select min(id) from supplier where tenant_id = $1) as supplier_id`,
    [tenantId],
  );
  await demo.db.sql('update client set min_approval = 0 where tenant_id = $1', [tenantId]);
  for (const table of ['cost_center_approver', 'department_approver', 'supplier_approver'])
    await demo.db.sql(`delete from ${table}`);
  parties = {
    client_id: Number(row?.client_id),
    supplier_id: Number(row?.supplier_id),
    responsible_id: userId,
  };
});
afterAll(() => demo.close());

interface Contract {
  readonly id: number;
  readonly status: string;
  readonly timeline: { readonly content_version: number };
  readonly [column: string]: unknown;
}

const shown = `id status contract_number_formatted end_date termination_deadline next_possible_contract_end reminder_date
  total_netto terminated_on first_end timeline { content_version timeline_entries(order_by: { entry_no: asc }) { type status } }
  contract_lines(order_by: { sort_no: asc }) { id name total }
  contract_terms(order_by: { id: asc }) { duration notice_period valid_from }`;

/** Four years from the beginning of this one, then a year each unless notice arrives three months before. */
const terms = {
  term_type: 'fixed',
  start_date: '2026-01-01',
  duration: '12',
  duration_unit_type: 'month',
  renewal_type: 'auto',
  renewal_duration: '1',
  renewal_duration_unit_type: 'year',
  notice_period: '3',
  notice_period_unit_type: 'month',
};

async function save(input: Record<string, unknown>, person = admin): Promise<Contract> {
  const answer = await person.get<{ contract_save: Contract }>(
    `mutation ($key: uuid!, $id: bigint, $version: Int, $head: contract_save_head_input, $lines: [contract_save_lines_input!]) {
      contract_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head, lines: $lines) { ${shown} } }`,
    { key: randomUUID(), ...input },
  );
  return answer.contract_save;
}

const on = ({ id, timeline }: Contract) => ({ id, version: timeline.content_version });

async function act(
  contract: Contract,
  action: string,
  input: Record<string, string | number> = {},
  types = '',
): Promise<Contract> {
  const names = Object.keys(input);
  const { [`contract_${action}`]: result } = await admin.get<Record<string, Contract>>(
    `mutation ($key: uuid!, $id: bigint!, $version: Int!${types}) {
      contract_${action}(idempotency_key: $key, id: $id, expected_version: $version${names.map((name) => `, ${name}: $${name}`).join('')}) { ${shown} } }`,
    { key: randomUUID(), ...on(contract), ...input },
  );
  if (!result) throw new Error(`${action} answered nothing`);
  return result;
}

async function signed(head: Record<string, unknown> = terms): Promise<Contract> {
  const made = await save({ head: { name: 'Wartung Krane', ...parties, ...head }, lines: [] });
  const signing = await act(await act(made, 'to_check'), 'to_signing');
  return await act(signing, 'sign');
}

describe('CON-06 CON-13 CON-27 a contract', () => {
  it('NUM-05 has its number, its dates and its total with the first save, and changes them with its terms', async () => {
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
      end_date: '2026-12-31',
      next_possible_contract_end: '2027-12-31',
      termination_deadline: '2027-09-30',
      total_netto: 4080.5,
    });
    expect(made.contract_number_formatted).toMatch(/^CT-\d{6}$/);
    const longer = await save({ ...on(made), head: { duration: '24' } });
    expect(longer).toMatchObject({ end_date: '2027-12-31', total_netto: 4080.5 });
    expect(longer.contract_terms).toMatchObject([{ duration: 12, notice_period: 3 }]);
  });

  it('CON-25 keeps the day of a reminder that somebody typed until he empties it', async () => {
    const made = await save({ head: { name: 'Miete', ...parties, ...terms, reminder_days_before: '30' } });
    const typed = await save({ ...on(made), head: { reminder_date: '2026-12-01' } });
    const longer = await save({ ...on(typed), head: { duration: '24' } });
    expect(longer.reminder_date).toBe('2026-12-01');
    const emptied = await save({ ...on(longer), head: { reminder_date: null } });
    expect(emptied.reminder_date).toBe(made.reminder_date);
  });

  it('goes from nothing to signed, runs, is given notice of, and that is taken back', async () => {
    const running = await signed();
    expect(running.status).toBe('active');
    const ended = await act(
      running,
      'terminate',
      { notice_sent_on: '2026-11-20', terminated_on: '2026-11-24' },
      ', $notice_sent_on: date, $terminated_on: date',
    );
    expect(ended).toMatchObject({ status: 'cancelled', end_date: '2027-12-31', terminated_on: '2026-11-24' });
    const back = await act(
      ended,
      'revoke_termination',
      { comment: 'Neues Angebot', person_id: admin.context.userId },
      ', $comment: String, $person_id: bigint',
    );
    expect(back).toMatchObject({ status: 'clearing', terminated_on: null });
    expect(await act(back, 'finish_clearing')).toMatchObject({ status: 'active', end_date: '2026-12-31' });
  });

  it('CON-05 CON-22 is refused to whoever may not make one, and with numbers that are none', async () => {
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

  it('go once for each day to whoever is responsible, in his language, and not to contracts in the making', async () => {
    const running = await signed({ ...terms, name: 'Миронов Wartung' });
    const made = await save({ head: { name: 'Miete', ...parties, ...terms, reminder_date: '2026-01-01' } });
    await demo.db.sql("update contract set reminder_date = '2026-11-01' where id = $1", [running.id]);
    await remind();
    await remind();
    const [mail, ...others] = await mailed(running.id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: 'admin@demo.test' });
    expect(mail?.subject).toContain('Миронов Wartung');
    expect(mail?.text_body).toContain('30.09.2027');
    expect(mail?.text_body).toContain(`https://kontor.test/contract/form?id=${running.id}`);
    expect(await mailed(made.id)).toEqual([]);
    await demo.db.sql("update contract set reminder_date = '2026-11-02' where id = $1", [running.id]);
    await remind();
    expect(await mailed(running.id)).toHaveLength(2);
  });

  it('do not wait for the morning when their day is over as the contract is saved', async () => {
    const running = await signed();
    const queued = async () =>
      (await demo.db.sql("select from job where kind = 'remind_of_contracts'")).length;
    const before = await queued();
    await save({ ...on(running), head: { reminder_date: '2026-11-03' } });
    expect(await queued()).toBe(before + 1);
  });

  it('MAIL-05 go to nobody who is blocked', async () => {
    const running = await signed();
    await demo.db.sql("update contract set reminder_date = '2026-11-01' where id = $1", [running.id]);
    await demo.db.sql('update lb_user set blocked = true where id = $1', [admin.context.userId]);
    await remind();
    expect(await mailed(running.id)).toEqual([]);
    await demo.db.sql('update lb_user set blocked = false where id = $1', [admin.context.userId]);
    admin = await demo.person('admin@demo.test');
  });
});

describe('JOB-04 the daily job', () => {
  const run = async (now: string): Promise<number> => {
    const { roll_over_contracts: rollOver } = contractJobs({
      database: demo.db.database,
      clock: { now: () => new Date(now) },
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

  it('CON-06 renews, activates and ends contracts; run twice, or after a gap of days, it comes to the same', async () => {
    const renewed = await signed();
    const later = await signed({ ...terms, start_date: '2027-02-01' });
    const ending = await signed({ ...terms, renewal_type: 'none' });
    const once = await signed({
      ...terms,
      start_date: null,
      duration: null,
      term_type: 'none',
      end_date: '2027-03-31',
    });
    const typed = await signed({
      ...terms,
      duration: null,
      duration_unit_type: null,
      end_date: '2026-12-15',
      renewal_type: 'once',
    });
    expect(later.status).toBe('completed');
    await run('2027-01-01T00:15:00+01:00');
    expect(await stored(renewed.id)).toMatchObject({
      status: 'active',
      end_date: '2027-12-31',
      deadline: '2027-09-30',
    });
    expect(await stored(ending.id)).toMatchObject({ status: 'expired', end_date: '2026-12-31' });
    expect(await stored(once.id)).toMatchObject({ status: 'active', end_date: '2027-03-31' });
    expect(await stored(typed.id)).toMatchObject({ status: 'active', end_date: '2027-12-15' });
    expect(await run('2027-01-01T00:15:00+01:00')).toBe(0);
    await run('2029-05-05T00:15:00+02:00');
    expect(await stored(renewed.id)).toMatchObject({
      status: 'active',
      end_date: '2029-12-31',
      next_end: '2029-12-31',
    });
    expect(await stored(later.id)).toMatchObject({ status: 'active', end_date: '2030-01-31' });
    expect(await stored(once.id)).toMatchObject({ status: 'expired' });
    expect(await stored(typed.id)).toMatchObject({ status: 'expired', end_date: '2027-12-15' });
  });
});
