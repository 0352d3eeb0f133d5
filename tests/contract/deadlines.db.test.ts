import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOfInstant } from '../../src/base/day.ts';
import { contractJobs } from '../../src/features/contract/server/roll-over.ts';
import { contractOf, read, switchedOn } from './calendars.ts';
import { type Contract, ContractSetup, publicUrl, terms, withoutDemoContracts } from './contract-setup.ts';

let setup: ContractSetup;
beforeAll(async () => {
  setup = await ContractSetup.open();
  // Only one test has a person who answers for the company.
  await setup.sql('update client set responsible_id = null');
  await withoutDemoContracts(setup);
});
afterAll(() => setup.close());

/** Runs the job that moves contracts, shortly after midnight of a day. */
async function rollOver(day: string): Promise<void> {
  const { roll_over_contracts: handler } = contractJobs({
    database: setup.demo.web.database,
    clock: { now: () => new Date(`${day}T00:30:00+01:00`) },
    publicUrl,
  });
  if (!handler) throw new Error('there is no such job');
  await handler({ id: 1, kind: 'roll_over_contracts', input: {}, context: setup.admin.context } as never);
}

/** A year from 2091, renewed by a year unless notice arrives by 2091-11-30; its own reminder stands far behind. */
const yearly = {
  ...terms,
  start_date: '2091-01-01',
  notice_period: '1',
  usage_type: 'yearly',
  reminder_date: '2199-01-01',
};

async function signedWithValue(head: Record<string, unknown> = yearly): Promise<Contract> {
  const running = await setup.signed(head);
  await setup.sql(
    `insert into contract_line (tenant_id, contract_id, name, type, quantity, total, tax, usage_type)
     values ($1, $2, 'Wartung', 'maintenance', 1, 11934, 19, 'yearly')`,
    [setup.admin.context.tenantId, running.id],
  );
  return running;
}

const notes = async ({ id }: Contract) =>
  await setup.sql<{ code: string; values: object; amounts: object | null }>(
    `select e.message_code as code, e.message_values as values, e.message_amounts as amounts
     from contract k join timeline_entry e on e.timeline_id = k.timeline_id
     where k.id = $1 and e.message_code in ('deadline_missed', 'contract_renewed') order by e.entry_no`,
    [id],
  );
const renewals = async ({ id }: Contract) =>
  (await setup.sql<{ renewals_done: number }>('select renewals_done from contract where id = $1', [id]))[0]
    ?.renewals_done;
const due = async (contract: Contract) =>
  (await setup.due(contract)).map(({ type, day, decision }) => [type, day, decision]);

describe('CON-33 a deadline that passes undecided', () => {
  it('is recorded once in timeline, task and mail, with the new end and its price', async () => {
    const running = await signedWithValue();
    await rollOver('2091-11-30');
    expect(await notes(running)).toEqual([]);
    await rollOver('2091-12-01');
    await rollOver('2091-12-01');
    await rollOver('2091-12-05');
    const values = { day: '2091-11-30', until: '2092-12-31', currency: 'EUR' };
    expect(await notes(running)).toEqual([
      { code: 'deadline_missed', values, amounts: { amount: '11934.00' } },
    ]);
    expect(await due(running)).toEqual([['deadline_missed', '2091-11-30', null]]);
    expect(await setup.isTask(running)).toBe(true);
    const [mail, ...others] = await setup.mails(running);
    expect(others).toEqual([]);
    expect(mail?.text_body).toContain('30.11.2091');
    expect(mail?.text_body).toContain('31.12.2092');
    expect(mail?.text_body).toContain('11.934,00 EUR');
    const [row] = await setup.sql<{ day: string }>(
      'select termination_deadline::text as day from contract where id = $1',
      [running.id],
    );
    expect(row?.day).toBe('2092-11-30');
  });

  it('also reaches the substitute, and the person responsible for the company', async () => {
    const [substitute, responsible] = await Promise.all(
      ['approver1@demo.test', 'approver2@demo.test'].map((email) => setup.demo.person(email)),
    );
    const me = setup.admin.context.userId;
    await setup.sql('update client set responsible_id = $2 where id = $1', [
      setup.parties.client_id,
      responsible?.context.userId,
    ]);
    await setup.sql('update lb_user set substitute_id = $2 where id = $1', [me, substitute?.context.userId]);
    const running = await signedWithValue();
    await rollOver('2091-12-01');
    const mails = (await setup.mails(running)).map(({ recipient }) => recipient);
    expect(mails.toSorted()).toEqual(['admin@demo.test', 'approver1@demo.test', 'approver2@demo.test']);
    await setup.sql('update lb_user set substitute_id = null where id = $1', [me]);
    await setup.sql('update client set responsible_id = null where id = $1', [setup.parties.client_id]);
  });

  it('is not missed after the decision to continue, and the renewal is recorded', async () => {
    const running = await signedWithValue();
    await setup.act(running, 'add_reminder', 'type: cancellation_notice, days_before: 30');
    await setup.remind('2091-11-01');
    const [reminder] = await setup.due(running);
    await setup.act(running, 'acknowledge', `reminder_ids: [${reminder?.id}], decision: keep`);
    await rollOver('2091-12-01');
    expect(await notes(running)).toEqual([]);
    expect(await renewals(running)).toBe(0);
    await rollOver('2092-01-01');
    await rollOver('2092-01-01');
    expect(await notes(running)).toEqual([
      { code: 'contract_renewed', values: { day: '2091-12-31', until: '2092-12-31' }, amounts: {} },
    ]);
    expect(await renewals(running)).toBe(1);
    expect((await due(running)).at(-1)).toEqual(['contract_renewed', '2091-12-31', null]);
    expect((await setup.mails(running)).at(-1)?.subject).toContain('31.12.2092');
  });

  it('JOB-04 is recorded with the later renewal by a job that did not run for a year', async () => {
    const running = await signedWithValue();
    await rollOver('2092-01-15');
    expect((await notes(running)).map(({ code }) => code)).toEqual(['deadline_missed', 'contract_renewed']);
    expect(await renewals(running)).toBe(1);
  });

  it('closes the open reminders of that deadline', async () => {
    const running = await signedWithValue();
    await setup.act(running, 'add_reminder', 'type: cancellation_notice, days_before: 30');
    await setup.remind('2091-11-01');
    await rollOver('2091-12-01');
    expect((await due(running)).map(([type, , decision]) => [type, decision])).toEqual([
      ['cancellation_notice', 'noted'],
      ['deadline_missed', null],
    ]);
  });

  it('leaves a reminder of the next deadline open when the contract is renewed before it', async () => {
    const running = await signedWithValue({ ...yearly, notice_period: '11' });
    await setup.act(running, 'add_reminder', 'type: cancellation_notice, days_before: 40');
    await rollOver('2091-02-01');
    await setup.remind('2091-12-23');
    await rollOver('2092-01-01');
    const types = (await due(running)).map(([type, , decision]) => [type, decision]);
    expect(types).toContainEqual(['contract_renewed', null]);
    expect(types).toContainEqual(['cancellation_notice', null]);
  });
});

describe('CON-34 an undecided reminder', () => {
  it('is repeated 14, 7 and 2 days before the last safe day of a letter, which it names (CON-32)', async () => {
    await setup.sql('update client set notice_transit_days = 3 where id = $1', [setup.parties.client_id]);
    const running = await signedWithValue();
    await setup.act(running, 'add_reminder', 'type: cancellation_notice, days_before: 20');
    // The deadline is Friday, so that a letter must leave on Tuesday, 2091-11-27.
    for (const day of ['2091-10-27', '2091-11-12', '2091-11-13', '2091-11-14', '2091-11-20', '2091-11-25'])
      await setup.remind(day);
    await setup.remind('2091-11-25');
    expect((await due(running)).map(([, day]) => day)).toEqual([
      '2091-10-27',
      '2091-11-13',
      '2091-11-20',
      '2091-11-25',
    ]);
    const mails = await setup.mails(running);
    expect(mails).toHaveLength(4);
    expect(mails.every(({ text_body }) => text_body.includes('Brief bis 27.11.2091'))).toBe(true);
    expect(mails[0]?.text_body).toContain('11.934,00 EUR');
  });

  it('is not repeated after a decision', async () => {
    const running = await signedWithValue();
    await setup.act(running, 'add_reminder', 'type: cancellation_notice, days_before: 20');
    await setup.remind('2091-10-27');
    const [reminder] = await setup.due(running);
    await setup.act(running, 'acknowledge', `reminder_ids: [${reminder?.id}], decision: keep`);
    await setup.remind('2091-11-25');
    expect(await due(running)).toHaveLength(1);
  });

  it('is repeated for the substitute as well, who can decide', async () => {
    const substitute = await setup.demo.person('approver1@demo.test');
    const me = setup.admin.context.userId;
    await setup.sql('update lb_user set substitute_id = $2 where id = $1', [me, substitute.context.userId]);
    const running = await signedWithValue();
    await setup.act(running, 'add_reminder', 'type: cancellation_notice, days_before: 20');
    await setup.remind('2091-10-27');
    expect(await setup.isTask(running, substitute)).toBe(false);
    await setup.remind('2091-11-20');
    expect(await setup.isTask(running, substitute)).toBe(true);
    const [, again] = await setup.due(running);
    await setup.act(running, 'acknowledge', `reminder_ids: [${again?.id}], decision: keep`, substitute);
    await setup.sql('update lb_user set substitute_id = null where id = $1', [me]);
  });
});

describe('CON-30 the end in a calendar', () => {
  it('is there only for contracts that are not renewed', async () => {
    const { demo, admin } = setup;
    const today = dayOfInstant(demo.web.clock.now(), 'Europe/Berlin');
    const calendar = await switchedOn(admin);
    const hasEnd = async (columns: Record<string, string | number | null>) => {
      const own = { name: 'Ende', creator_id: admin.context.userId, end_date: addDays(today, 40) };
      const { id } = await contractOf(demo, admin.context.tenantId, { ...own, ...columns });
      const { events } = await read(demo, calendar);
      return events.some(({ UID }) => UID?.startsWith(`contract-${id}-end`));
    };
    expect(await hasEnd({ term_type: 'fixed', renewal_type: 'none' })).toBe(true);
    expect(await hasEnd({ term_type: 'fixed', renewal_type: 'auto' })).toBe(false);
    expect(await hasEnd({ term_type: 'fixed', renewal_type: 'auto', terminated_on: today })).toBe(true);
    expect(await hasEnd({ term_type: 'fixed', renewal_type: 'once' })).toBe(false);
    expect(await hasEnd({ term_type: 'fixed', renewal_type: 'once', renewals_done: 1 })).toBe(true);
  });
});

describe('OVW-10 CON-32 a contract just saved', () => {
  const line = {
    ...{ name: 'Wartung', type: 'maintenance', quantity: '1', total: '11934', tax: '19' },
    usage_type: 'yearly',
  };
  const urgencyOf = async ({ id }: Contract) =>
    await setup.sql(
      "select urgent_on::text, at_stake::text from document where kind = 'contract' and id = $1",
      [id],
    );
  beforeAll(() => setup.sql('update client set federal_state = null, notice_transit_days = 3'));

  // The deadline is Friday, 2091-11-30, so that a letter must leave on Tuesday.
  it('is urgent by the last safe day of a letter, with what the year after the deadline costs', async () => {
    const running = await setup.signed(yearly, [line]);
    expect(await urgencyOf(running)).toEqual([{ urgent_on: '2091-11-27', at_stake: '11934.00' }]);
    await rollOver('2091-11-28');
    expect(await urgencyOf(running)).toEqual([{ urgent_on: '2091-11-30', at_stake: '11934.00' }]);
    await setup.act(running, 'terminate');
    expect(await urgencyOf(running)).toEqual([{ urgent_on: null, at_stake: null }]);
  });

  it('is urgent by the transit days of its new company', async () => {
    const [other] = await setup.sql<{ id: string }>(
      `update client set notice_transit_days = 10 where id =
         (select id from client where tenant_id = $1 and id <> $2 order by id limit 1) returning id`,
      [setup.admin.context.tenantId, setup.parties.client_id],
    );
    const head = { name: 'Wartung Krane', ...setup.parties, ...yearly };
    const draft = await setup.save({ head });
    expect(await urgencyOf(draft)).toEqual([{ urgent_on: '2091-11-27', at_stake: '0.00' }]);
    const { id, timeline } = draft;
    const moved = { client_id: Number(other?.id) };
    await setup.save({ id, version: timeline.content_version, head: moved });
    expect(await urgencyOf(draft)).toEqual([{ urgent_on: '2091-11-20', at_stake: '0.00' }]);
  });

  it('is urgent by the new deadline once an amendment is signed', async () => {
    const running = await setup.signed(yearly, [line]);
    await setup.amended(running, { notice_period: '2' }, [line]);
    // The deadline is Wednesday, 2091-10-31, so that a letter must leave on Saturday.
    expect(await urgencyOf(running)).toEqual([{ urgent_on: '2091-10-27', at_stake: '11934.00' }]);
  });
});

it('CON-33 JOB-04 a contract that fails keeps its days, stops no other contract, and is recorded later', async () => {
  const failing = await signedWithValue();
  const other = await signedWithValue();
  const deadlines = async () =>
    (
      await setup.sql<{ day: string }>(
        'select termination_deadline::text as day from contract where id = any ($1) order by id',
        [[failing.id, other.id]],
      )
    ).map(({ day }) => day);
  await setup.sql(`create function fail_of_test() returns trigger language plpgsql as $$
    begin raise exception 'no' using errcode = 'KT999'; end $$`);
  await setup.sql(`create trigger fail_of_test before insert on contract_due_reminder for each row
    when (new.contract_id = ${failing.id}) execute function fail_of_test()`);
  await expect(rollOver('2091-12-01')).rejects.toMatchObject({
    message: `left out 1 documents: contract ${failing.id}`,
    code: 'KT999',
  });
  expect(await deadlines()).toEqual(['2091-11-30', '2092-11-30']);
  expect([await notes(failing), await notes(other)].map(({ length }) => length)).toEqual([0, 1]);
  await setup.sql('drop function fail_of_test() cascade');
  await rollOver('2091-12-02');
  expect(await deadlines()).toEqual(['2092-11-30', '2092-11-30']);
  expect([await notes(failing), await notes(other)].map(({ length }) => length)).toEqual([1, 1]);
});
