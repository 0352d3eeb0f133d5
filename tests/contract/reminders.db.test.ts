import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, ContractSetup, terms } from './contract-setup.ts';

let setup: ContractSetup;
beforeAll(async () => {
  setup = await ContractSetup.open();
});
afterAll(() => setup.close());

const custom = (day: string, more = '') => `type: custom, reminder_date: "${day}" ${more}`;
const types = async (contract: Contract) => (await setup.due(contract)).map(({ type, day }) => [type, day]);
const ids = async (contract: Contract) => (await setup.due(contract)).map(({ id }) => id).join(', ');
const codes = ({ timeline }: Contract) => timeline.timeline_entries.map(({ message_code }) => message_code);

describe('CON-24 CON-25 due reminders', () => {
  it('come once per day and reminder, even with repeated and late runs of the job', async () => {
    // Far enough in the future that no renewal happens before.
    const running = await setup.signed({ ...terms, start_date: '2090-01-01', reminder_date: '2199-01-01' });
    await setup.act(running, 'add_reminder', 'type: cancellation_notice, days_before: 30');
    await setup.act(running, 'add_reminder', 'type: contract_end, days_before: 30');
    await setup.act(running, 'add_reminder', custom('2089-07-06', 'note: "Preise vergleichen"'));
    const [before] = await setup.sql<{ day: string }>(
      'select termination_deadline::text as day from contract where id = $1',
      [running.id],
    );
    expect(before?.day).toBe('2090-09-30');
    await setup.remind('2089-07-05');
    expect(await types(running)).toEqual([]);
    // The job did not run on the sixth.
    await setup.remind('2089-07-09');
    await setup.remind('2089-07-09');
    await Promise.all([setup.remind('2089-07-10'), setup.remind('2089-07-10')]);
    expect(await types(running)).toEqual([['custom', '2089-07-06']]);
    const [mail, ...others] = await setup.mails(running);
    expect(others).toEqual([]);
    // TL-08: what a person wrote is quoted.
    expect(mail?.text_body).toContain('„Preise vergleichen“');
    expect(mail?.text_body).toMatch(/\nVertragspartner: .+/);
    // 30 days plus the company's 14 before the deadline; a renewed contract has no reminder of its end.
    await setup.remind('2090-08-20');
    expect(await types(running)).toEqual([
      ['custom', '2089-07-06'],
      ['cancellation_notice', '2090-08-17'],
    ]);
    expect((await setup.mails(running))[1]?.text_body).toContain('30.09.2090');
  });

  it('include the end if no renewal follows', async () => {
    const ending = await setup.signed({
      ...terms,
      start_date: '2026-03-01',
      renewal_type: 'none',
      reminder_date: '2099-01-01',
    });
    await setup.act(ending, 'add_reminder', 'type: contract_end, days_before: 10');
    await setup.remind('2027-02-10');
    expect(await types(ending)).toEqual([['contract_end', '2027-02-04']]);
    expect((await setup.mails(ending))[0]?.text_body).toContain('28.02.2027');
  });

  it('report a missing invoice for each past interval, and no longer after it has arrived', async () => {
    const monthly = await setup.signed({
      ...terms,
      usage_type: 'monthly',
      recurring_invoice: true,
      reminder_date: '2099-01-01',
    });
    await setup.act(monthly, 'add_reminder', 'type: invoice_missing, days_before: 5');
    const invoice = async (day: string, status: string) => {
      await setup.sql(
        `with t as (insert into timeline (tenant_id) values ($1) returning id)
         insert into invoice (tenant_id, timeline_id, creator_id, client_id, contract_id, invoice_date, status)
         select $1, t.id, $2, $3, $4, $5, $6 from t`,
        [
          setup.admin.context.tenantId,
          setup.admin.context.userId,
          setup.parties.client_id,
          monthly.id,
          day,
          status,
        ],
      );
    };
    await invoice('2026-02-10', 'open');
    await invoice('2026-04-10', 'declined');
    await setup.remind('2026-02-06');
    // A gap of three months: February has an invoice, March has none, that of April was declined.
    await setup.remind('2026-05-20');
    await setup.remind('2026-05-21');
    expect(await types(monthly)).toEqual([
      ['invoice_missing', '2026-02-05'],
      ['invoice_missing', '2026-04-05'],
      ['invoice_missing', '2026-05-05'],
    ]);
    expect((await setup.mails(monthly))[1]?.text_body).toContain('01.03.2026');
    // The invoice of March arrives late, so that its reminder is no longer a task.
    await invoice('2026-03-31', 'open');
    await setup.remind('2026-05-22');
    expect((await setup.due(monthly)).map(({ day, decision }) => [day, decision])).toEqual([
      ['2026-02-05', null],
      ['2026-04-05', 'noted'],
      ['2026-05-05', null],
    ]);
  });

  it('MOB-03 are told on the devices of everybody who gets the mail, with its subject', async () => {
    const running = await setup.signed({ ...terms, start_date: '2090-01-01', reminder_date: '2199-01-01' });
    await setup.act(running, 'add_reminder', custom('2089-07-06'));
    await setup.sql(
      `insert into push_subscription (tenant_id, lb_user_id, session, address, address_digest, kinds, from_hour, to_hour, days, zone)
       select tenant_id, id, gen_random_uuid(), '', int8send(id), '{deadline}', 0, 24, '{1}', 'UTC' from lb_user`,
    );
    await setup.remind('2089-07-09');
    const told = await setup.sql(
      `select u.email as recipient, n.title as subject
       from push_notice n
       join push_subscription s on s.tenant_id = n.tenant_id and s.id = n.push_subscription_id
       join lb_user u on u.tenant_id = s.tenant_id and u.id = s.lb_user_id
       where n.document_kind = 'contract' and n.document_id = $1`,
      [running.id],
    );
    await setup.sql('delete from push_subscription');
    const mails = await setup.mails(running);
    expect(told).toEqual(mails.map(({ recipient, subject }) => ({ recipient, subject })));
    expect(told).toHaveLength(1);
  });

  it('CON-24 are sent at once if their day is over when it is set or moved', async () => {
    const queued = async () => (await setup.sql("select from job where kind = 'remind_of_contracts'")).length;
    const running = await setup.signed({ ...terms, reminder_date: '2099-01-01' });
    const before = await queued();
    await setup.act(running, 'add_reminder', custom('2020-01-01'));
    expect(await queued()).toBe(before + 1);
    await setup.remind('2026-07-09');
    expect(await types(running)).toEqual([['custom', '2020-01-01']]);
    await setup.act(running, 'add_reminder', 'type: cancellation_notice, days_before: 20');
    await setup.remind('2026-07-09');
    await setup.amended(running, { notice_period: '17' });
    await setup.remind('2026-07-09');
    expect((await types(running)).map(([type]) => type)).toEqual(['custom', 'cancellation_notice']);
  });

  it('CON-25 exclude contracts that can end on any day, which have no deadline', async () => {
    const open = await setup.signed({
      ...{ term_type: 'indefinite', start_date: '2026-01-01', termination_to: 'day' },
      ...{ notice_period: '1', notice_period_unit_type: 'month' },
    });
    for (const day of ['2026-11-01', '2026-11-02', '2026-11-03']) {
      await setup.sql('update contract set reminder_date = $2, termination_deadline = $2 where id = $1', [
        open.id,
        day,
      ]);
      await setup.remind(day);
    }
    expect(await setup.mails(open)).toEqual([]);
  });

  it('CON-28 include a notice that is unconfirmed for two weeks', async () => {
    const running = await setup.signed({ ...terms, reminder_date: '2099-01-01' });
    const ended = await setup.act(
      running,
      'terminate',
      'notice_sent_on: "2026-06-01", terminated_on: "2026-06-04", comment: "Eingang vermerkt"',
    );
    await setup.remind('2026-06-17');
    expect(await setup.due(ended)).toEqual([]);
    await setup.remind('2026-06-20');
    await setup.remind('2026-06-21');
    expect(await types(ended)).toEqual([['termination_unconfirmed', '2026-06-18']]);
    expect(await setup.mails(ended)).toHaveLength(1);
    expect(await setup.isTask(ended)).toBe(true);
    await setup.act(ended, 'confirm_termination', 'termination_confirmed_on: "2026-06-22"');
    expect(await setup.isTask(ended)).toBe(false);
  });
});

describe('CON-25 OVW-10 a reminder as a task', () => {
  const reminded = async (more = ''): Promise<Contract> => {
    const running = await setup.signed({ ...terms, reminder_date: '2099-01-01' });
    await setup.act(running, 'add_reminder', custom('2026-07-01', more));
    await setup.remind('2026-07-02');
    return running;
  };

  it('is among the tasks of the responsible person until the decision, which is recorded', async () => {
    const contract = await reminded();
    expect(await setup.isTask(contract)).toBe(true);
    const decided = await setup.act(
      contract,
      'acknowledge',
      `reminder_ids: [${await ids(contract)}], decision: renegotiate, comment: "Angebot holen"`,
    );
    expect(await setup.isTask(contract)).toBe(false);
    expect((await setup.due(contract))[0]?.decision).toBe('renegotiate');
    expect(decided.timeline.timeline_entries.at(-1)).toMatchObject({
      message_code: 'reminder_renegotiate',
      comment: 'Angebot holen',
      lb_user: { name: expect.any(String) },
    });
    // It causes no version conflict (LOCK-01).
    expect(decided.timeline.content_version).toBe(contract.timeline.content_version);
  });

  it('accepts one of two simultaneous decisions and refuses the other', async () => {
    const contract = await reminded();
    const given = `reminder_ids: [${await ids(contract)}]`;
    const answers = await Promise.all(
      ['keep', 'renegotiate'].map((decision) =>
        setup.admin.ask<Record<string, Contract>>(
          setup.mutation(contract, 'acknowledge', `${given}, decision: ${decision}`),
        ),
      ),
    );
    const refused = answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions.code));
    expect(refused).toHaveLength(1);
    expect(['reminder_decided', 'step_not_possible']).toContain(refused[0]);
    const [refusedAnswer] = answers.flatMap(({ data }) =>
      data?.contract_acknowledge ? [data.contract_acknowledge] : [],
    );
    expect(
      refusedAnswer && codes(refusedAnswer).filter((code) => code?.startsWith('reminder_')),
    ).toHaveLength(1);
  });

  it('needs its own decision if it became due in another window', async () => {
    const contract = await reminded();
    const shown = await ids(contract);
    await setup.act(contract, 'add_reminder', custom('2026-07-02'));
    await setup.remind('2026-07-02');
    await setup.act(contract, 'acknowledge', `reminder_ids: [${shown}], decision: noted`);
    expect((await setup.due(contract)).map(({ decision }) => decision)).toEqual(['noted', null]);
    expect(await setup.isTask(contract)).toBe(true);
  });

  it('belongs to its addressee; other people without rights can neither see, set nor decide it', async () => {
    const [requester, other] = await Promise.all([
      setup.demo.person('requester@demo.test'),
      setup.demo.person('buyer@demo.test'),
    ]);
    const contract = await reminded(`reminded_id: ${requester.context.userId}`);
    expect((await setup.mails(contract)).map(({ recipient }) => recipient)).toEqual(['requester@demo.test']);
    expect(await setup.isTask(contract, requester)).toBe(true);
    expect(await setup.isTask(contract)).toBe(false);
    const decide = () =>
      setup.mutation(contract, 'acknowledge', `reminder_ids: [${shownIds}], decision: keep`);
    const shownIds = await ids(contract);
    expect(await other.refusal(decide())).toMatchObject({ code: 'not_found' });
    const set = setup.mutation(contract, 'add_reminder', custom('2026-08-01'));
    expect(await requester.refusal(set)).toMatchObject({ code: 'step_not_possible' });
    await setup.act(contract, 'acknowledge', `reminder_ids: [${shownIds}], decision: keep`, requester);
    expect(await setup.isTask(contract, requester)).toBe(false);
  });

  it('follows a change of the responsible person, and is removed with its reminder', async () => {
    const contract = await reminded();
    const requester = await setup.demo.person('requester@demo.test');
    await setup.save({
      id: contract.id,
      version: contract.timeline.content_version,
      head: { responsible_id: requester.context.userId },
    });
    expect(await setup.isTask(contract)).toBe(false);
    expect(await setup.isTask(contract, requester)).toBe(true);
    const [set] = await setup.sql<{ id: string }>('select id from contract_reminder where contract_id = $1', [
      contract.id,
    ]);
    await setup.act(contract, 'remove_reminder', `reminder_id: ${set?.id}`);
    expect(await setup.isTask(contract, requester)).toBe(false);
  });

  it('is decided by giving notice', async () => {
    const contract = await reminded();
    await setup.act(
      contract,
      'terminate',
      'notice_sent_on: "2026-07-02", terminated_on: "2026-07-03", comment: "Eingang vermerkt"',
    );
    expect(await setup.isTask(contract)).toBe(false);
    expect((await setup.due(contract))[0]?.decision).toBe('terminate');
  });

  it('MAIL-05 goes to the responsible person if its addressee gets no mails, and a missing day is refused', async () => {
    const contract = await setup.signed({ ...terms, reminder_date: '2099-01-01' });
    const refusal = await setup.admin.refusal(setup.mutation(contract, 'add_reminder', 'type: custom'));
    expect(refusal).toMatchObject({ problems: [{ field: 'reminder_date' }] });
    const requester = await setup.demo.person('requester@demo.test');
    await setup.act(
      contract,
      'add_reminder',
      custom('2026-07-01', `reminded_id: ${requester.context.userId}`),
    );
    await setup.sql('update lb_user set blocked = true where id = $1', [requester.context.userId]);
    await setup.remind('2026-07-02');
    expect((await setup.mails(contract)).map(({ recipient }) => recipient)).toEqual(['admin@demo.test']);
    expect(await setup.isTask(contract)).toBe(true);
    await setup.sql('update lb_user set blocked = false where id = $1', [requester.context.userId]);
  });

  it('goes to the person responsible for the company if nobody else is available', async () => {
    const [requester, chief] = await Promise.all([
      setup.demo.person('requester@demo.test'),
      setup.demo.person('approver3@demo.test'),
    ]);
    const contract = await setup.signed({ ...terms, reminder_date: '2099-01-01' });
    await setup.sql('update contract set creator_id = $2, responsible_id = $2 where id = $1', [
      contract.id,
      requester.context.userId,
    ]);
    await setup.act(contract, 'add_reminder', custom('2026-07-01'));
    const leave = (isBlocked: boolean) =>
      setup.sql('update lb_user set blocked = $2 where id = $1', [requester.context.userId, isBlocked]);
    await leave(true);
    await setup.remind('2026-07-02');
    expect((await setup.mails(contract)).map(({ recipient }) => recipient)).toEqual(['approver3@demo.test']);
    expect(await setup.isTask(contract, chief)).toBe(true);
    await setup.act(contract, 'acknowledge', `reminder_ids: [${await ids(contract)}], decision: keep`, chief);
    expect(await setup.isTask(contract, chief)).toBe(false);
    await leave(false);
  });

  it('ADM-10 CON-09 is handed over with the contracts of a leaving person', async () => {
    const [requester, heir] = await Promise.all([
      setup.demo.person('requester@demo.test'),
      setup.demo.person('buyer@demo.test'),
    ]);
    const from = requester.context.userId;
    const contract = await setup.signed({ ...terms, reminder_date: '2099-01-01' });
    await setup.sql('update contract set responsible_id = $2 where id = $1', [contract.id, from]);
    const other = await setup.signed({ ...terms, reminder_date: '2099-01-01' });
    await setup.act(other, 'add_reminder', custom('2026-07-01', `reminded_id: ${from}`));
    const kept = async (person: number) => {
      const { counts } = await setup.admin.get<{ counts: { kept_documents: number } }>(
        'query ($id: bigint!) { counts: lb_user_hand_over_counts(from_id: $id) { kept_documents } }',
        { id: person },
      );
      return counts.kept_documents;
    };
    const before = await kept(from);
    expect(before).toBeGreaterThan(0);
    await setup.admin.get(
      'mutation ($key: uuid!, $from: bigint!, $to: bigint!) { lb_user_hand_over(idempotency_key: $key, from_id: $from, to_id: $to) { id } }',
      { key: crypto.randomUUID(), from, to: heir.context.userId },
    );
    expect([await kept(from), await kept(heir.context.userId)]).toEqual([0, before]);
    expect(await setup.sql('select responsible_id from contract where id = $1', [contract.id])).toEqual([
      { responsible_id: String(heir.context.userId) },
    ]);
    await setup.remind('2026-07-02');
    expect((await setup.mails(other)).map(({ recipient }) => recipient)).toEqual(['buyer@demo.test']);
  });
});
