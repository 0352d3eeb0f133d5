import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listed } from '../../src/app/kinds.ts';
import { addDays, type Day } from '../../src/base/day.ts';
import { noticeDay } from '../../src/features/contract/safe-days.ts';
import { contractJobs } from '../../src/features/contract/server/roll-over.ts';
import { stakeQuery } from '../../src/features/overview/documents-query.ts';
import { noFilter, whereOf, whereOfOwn } from '../../src/features/overview/filter.ts';
import { urgencySpans, whereOfSpan } from '../../src/features/overview/web/list/task-groups.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { today } from '../support/today.ts';

let demo: DemoApi;
let accountant: Caller;

beforeAll(async () => {
  demo = await demoApi();
  accountant = await demo.person('accountant@demo.test');
});
afterAll(() => demo.close());

type Values = Readonly<Record<string, string | number | boolean | null>>;

/** Inserts a document of the accountant with a task for that person. */
async function add(kind: 'invoice' | 'procurement' | 'contract', values: Values): Promise<number> {
  const { tenantId, userId } = accountant.context;
  const columns = Object.keys(values);
  const [row] = await demo.db.sql<{ id: string }>(
    `with t as (insert into timeline (tenant_id) values ($1) returning id)
     insert into ${kind} (tenant_id, creator_id, client_id, timeline_id${columns.map((name) => `, ${name}`).join('')})
       select $1, $2, (select min(id) from client where tenant_id = $1), t.id${columns.map((_, place) => `, $${place + 3}`).join('')}
         from t returning id`,
    [tenantId, userId, ...Object.values(values)],
  );
  await demo.db.sql(
    `insert into timeline_entry (tenant_id, timeline_id, ${kind}_id, entry_no, type, text_type, lb_user_id)
       select tenant_id, timeline_id, id, 1, $2, 'present', $3 from ${kind} where id = $1`,
    [
      row?.id,
      { invoice: 'invoice-manual-check', procurement: 'approval', contract: 'contract-check' }[kind],
      userId,
    ],
  );
  return Number(row?.id);
}

interface Urgency {
  readonly urgent_on: Day | null;
  readonly at_stake: string | null;
}

async function urgencyOf(kind: string, id: number): Promise<Urgency | undefined> {
  const rows = await demo.db.sql<Urgency>(
    'select urgent_on::text, at_stake::text from document where kind = $1 and id = $2',
    [kind, id],
  );
  return rows[0];
}

const change = (table: string, id: number, set: string) =>
  demo.db.sql(`update ${table} set ${set} where id = $1`, [id]);

describe('OVW-10 the urgency day of an invoice', () => {
  const terms = fc.record({
    first: fc.option(fc.integer({ min: -9, max: 20 }), { nil: null }),
    length: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
    due: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
    paid: fc.boolean(),
    rate: fc.constantFrom(null, 0.5, 1.25),
    isForeign: fc.boolean(),
  });

  test('is the next discount that can still be taken, else the due date, with its amount in company currency', async () => {
    await fc.assert(
      fc.asyncProperty(terms, async ({ first, length, due, paid, rate, isForeign }) => {
        const second = first === null || length === null ? null : first + length;
        const dueIn = due === null ? null : (second ?? first ?? 0) + due;
        const day = (days: number | null) => (days === null ? null : addDays(today(), days));
        const id = await add('invoice', {
          ...{
            name: 'Frist',
            status: 'approval',
            paid,
            currency: isForeign ? 'USD' : 'EUR',
            exchange_rate: isForeign ? rate : null,
          },
          ...{
            rate_source: isForeign && rate !== null ? 'typed' : null,
            rate_date: isForeign && rate !== null ? today() : null,
          },
          ...{ total_netto: 1000, total_brutto: 1190, amount_due: 1190, due_date: day(dueIn) },
          ...{ discount_1_date: day(first), discount_1_amount: first === null ? null : 36 },
          ...{ discount_2_date: day(second), discount_2_amount: second === null ? null : 24 },
        });
        const open = [
          [first, 36],
          [second, 24],
        ].filter(([days]) => days != null && days >= 0);
        const [next] = paid ? [] : [...open, ...(dueIn === null ? [] : [[dueIn, 1190]])];
        const [days = null, amount = 0] = next ?? [];
        const [known] = await demo.db.sql<{ rate: number | null }>(
          "select case currency when 'EUR' then 1 else exchange_rate::float end as rate from invoice where id = $1",
          [id],
        );
        const stake =
          next === undefined || known?.rate == null ? null : ((amount ?? 0) * known.rate).toFixed(2);
        expect(await urgencyOf('invoice', id)).toEqual({ urgent_on: day(days), at_stake: stake });
      }),
      { numRuns: 60 },
    );
  });

  test('changes on the day after the end of the discount, and ends with the payment', async () => {
    const id = await add('invoice', {
      ...{
        name: 'Skonto',
        status: 'approval',
        currency: 'EUR',
        total_netto: 100,
        total_brutto: 119,
        amount_due: 119,
      },
      ...{ discount_1_date: today(), discount_1_amount: 2.38, due_date: addDays(today(), 30) },
    });
    expect(await urgencyOf('invoice', id)).toEqual({ urgent_on: today(), at_stake: '2.38' });
    const yesterday = addDays(today(), -1);
    await demo.db.sql(
      `begin; set local session_replication_role = replica;
       update invoice set discount_1_date = '${yesterday}' where id = ${id};
       update document set urgent_on = '${yesterday}' where kind = 'invoice' and id = ${id}; commit`,
    );
    const context = systemContext(accountant.context.tenantId, 'urgency');
    await demo.db.database.inTenant(context, (tx) => tx.fixed('select app.list_passed_days()', []), {
      role: 'writer',
    });
    expect(await urgencyOf('invoice', id)).toEqual({ urgent_on: addDays(today(), 30), at_stake: '119.00' });
    await change('invoice', id, 'paid = true');
    expect(await urgencyOf('invoice', id)).toEqual({ urgent_on: null, at_stake: null });
  });
});

test('OVW-10 PROC-35 the urgency day of a request is the wanted day, after the order the delivery day', async () => {
  const wanted = addDays(today(), 20);
  const promised = addDays(today(), 9);
  const id = await add('procurement', {
    ...{
      name: 'Bohrer',
      number: 990_001,
      status: 'approval',
      currency: 'EUR',
      total_netto: 500,
      total_brutto: 500,
      delivery_date: wanted,
    },
  });
  const [line] = await demo.db.sql<{ id: string }>(
    `insert into procurement_line (tenant_id, procurement_id, kind, quantity, quantity_received, confirmed_delivery_date)
       values ($1, $2, 'item', 2, 0, $3) returning id`,
    [accountant.context.tenantId, id, promised],
  );
  expect((await urgencyOf('procurement', id))?.urgent_on).toBe(wanted);
  await change('procurement', id, "status = 'ordered'");
  expect(await urgencyOf('procurement', id)).toEqual({ urgent_on: promised, at_stake: '500.00' });
  await change('procurement_line', Number(line?.id), 'confirmed_delivery_date = null');
  expect((await urgencyOf('procurement', id))?.urgent_on).toBe(wanted);
});

describe('OVW-10 CON-32 the urgency day of a contract whose last safe day is not kept yet', () => {
  const deadline = addDays(today(), 60);
  const monthly = {
    status: 'active',
    termination_deadline: deadline,
    total_netto: 100,
    usage_type: 'monthly',
  };
  const fixed = { term_type: 'fixed', renewal_type: 'auto' };
  test.each([
    ['a year that follows', { ...fixed, renewal_duration: 1, renewal_duration_unit_type: 'year' }, '1200.00'],
    [
      'six months that follow',
      { ...fixed, renewal_duration: 6, renewal_duration_unit_type: 'month' },
      '600.00',
    ],
    ['the next quarter end', { term_type: 'indefinite', termination_to: 'quarter_end' }, '300.00'],
    [
      'the next day of the year',
      { term_type: 'indefinite', termination_to: 'yearly_day', termination_day: '2026-06-30' },
      '1200.00',
    ],
    ['the next half month', { term_type: 'indefinite', termination_to: 'mid_or_month_end' }, '50.00'],
    ['any day', { term_type: 'indefinite', termination_to: 'none' }, '0.00'],
  ])('is the last day of the notice; at stake is the cost of %s', async (_what, term, stake) => {
    const id = await add('contract', { name: 'Wartung', ...monthly, ...term });
    expect(await urgencyOf('contract', id)).toEqual({ urgent_on: deadline, at_stake: stake });
    await change('contract', id, `terminated_on = '${today()}'`);
    expect(await urgencyOf('contract', id)).toEqual({ urgent_on: null, at_stake: null });
  });
});

describe('OVW-10 CON-32 the kept urgency day of a contract', () => {
  /** Runs the daily job of contracts shortly after midnight of a day. */
  const rollOver = async (day: Day) => {
    const { roll_over_contracts: handler } = contractJobs({
      database: demo.db.database,
      clock: { now: () => new Date(`${day}T00:30:00+01:00`) },
      publicUrl: 'https://kontor.test',
    });
    const context = systemContext(accountant.context.tenantId, 'urgency');
    await handler?.({ id: 1, kind: 'roll_over_contracts', input: {}, context } as never);
  };
  /** Everything typed, so that the shifted days move nothing else. */
  const noticed = (deadline: Day) =>
    add('contract', {
      ...{ name: 'Miete', status: 'inactive', term_type: 'none', termination_deadline: deadline },
      ...{ total_netto: 100, usage_type: 'monthly' },
    });
  const sendsFrom = (state: string, transitDays: number) =>
    demo.db.sql('update client set federal_state = $2, notice_transit_days = $3 where tenant_id = $1', [
      accountant.context.tenantId,
      state,
      transitDays,
    ]);

  test.each([
    ['a letter that is on its way over a weekend', 'BY', '2027-01-20', '2027-01-02', '2027-01-16'],
    ['a letter that would leave on a holiday of the state', 'BY', '2027-01-10', '2027-01-02', '2027-01-05'],
    ['a letter from a state without that holiday', 'NW', '2027-01-10', '2027-01-02', '2027-01-06'],
    ['a letter, on its last day', 'BY', '2027-01-10', '2027-01-05', '2027-01-05'],
    ['an email once it is too late for a letter', 'BY', '2027-01-10', '2027-01-06', '2027-01-09'],
    ['the deadline on the Sunday after all safe days', 'BY', '2027-01-10', '2027-01-10', '2027-01-10'],
  ] as const)('is the last safe day of %s', async (_what, state, deadline, today_, day) => {
    await sendsFrom(state, 3);
    const id = await noticed(deadline);
    await rollOver(today_);
    expect((await urgencyOf('contract', id))?.urgent_on).toBe(day);
    // The page counts the days to the same day.
    expect(noticeDay(deadline, { federal_state: state, notice_transit_days: 3 }, today_)).toBe(day);
  });

  test('is not that of a former deadline', async () => {
    await sendsFrom('BY', 3);
    const id = await noticed('2027-01-20');
    await rollOver('2027-01-02');
    await change('contract', id, "termination_deadline = '2027-02-20'");
    expect((await urgencyOf('contract', id))?.urgent_on).toBe('2027-02-20');
    await rollOver('2027-01-02');
    expect((await urgencyOf('contract', id))?.urgent_on).toBe('2027-02-17');
  });

  test('follows transit days and state of the company without waiting for the night', async () => {
    const context = systemContext(accountant.context.tenantId, 'urgency');
    const queued = async () => {
      const [row] = await demo.db.sql<{ count: number }>(
        "select count(*)::integer as count from job where tenant_id = $1 and kind = 'roll_over_contracts'",
        [context.tenantId],
      );
      return row?.count ?? 0;
    };
    const set = async (columns: string) => {
      const before = await queued();
      await demo.db.database.inTenant(context, (tx) => tx.fixed(`update client set ${columns}`, []), {
        role: 'writer',
      });
      return (await queued()) - before;
    };
    await sendsFrom('BY', 3);
    const id = await noticed('2027-01-20');
    expect(await set('notice_transit_days = 10')).toBe(1);
    await rollOver('2027-01-02');
    expect((await urgencyOf('contract', id))?.urgent_on).toBe('2027-01-09');
    expect(await set("federal_state = 'NW'")).toBe(1);
    expect(await set('internal_lead_days = internal_lead_days + 1')).toBe(0);
  });

  test('PRICE-07 has no stake while no rate is known', async () => {
    const running = { term_type: 'fixed', renewal_type: 'auto', start_date: '2026-01-01', duration: 12 };
    const yearly = {
      ...running,
      ...{ duration_unit_type: 'month', renewal_duration: 1, renewal_duration_unit_type: 'year' },
      ...{ notice_period: 1, notice_period_unit_type: 'month', termination_deadline: '2026-11-30' },
      ...{ status: 'inactive', usage_type: 'yearly', total_netto: 11_934 },
    };
    const own = await add('contract', { name: 'Wartung', ...yearly });
    const foreign = await add('contract', { name: 'Wartung', ...yearly, currency: 'USD' });
    await demo.db.sql('update contract set exchange_rate = null where id = $1', [foreign]);
    await rollOver('2026-11-20');
    expect((await urgencyOf('contract', own))?.at_stake).toBe('11934.00');
    expect((await urgencyOf('contract', foreign))?.at_stake).toBeNull();
  });
});

test('OVW-10 every task with a day is in one group, and the group sums are the amounts at stake of their tasks', async () => {
  const { userId } = accountant.context;
  for (const days of [-3, 0, 1, 7, 8, 40]) {
    await add('invoice', {
      ...{ name: 'Gruppe', status: 'approval', currency: 'EUR', total_netto: 10, total_brutto: 11.9 },
      ...{ amount_due: 11.9 + days, due_date: addDays(today(), days) },
    });
  }
  const facts = {
    ...{ userId, persons: [userId], timeZone: 'Europe/Berlin', seesPrices: true, today: today(), listed },
    modules: ['procurement', 'invoice'] as const,
  };
  const tasks = whereOf('tasks', noFilter, facts);
  const shown = await Promise.all(
    urgencySpans(today()).map(async (span) => {
      const where = { _and: [tasks, whereOfOwn([userId]), whereOfSpan(span)] };
      type Answer = {
        document_aggregate: { aggregate: { count: number; sum: { at_stake: number | null } } };
      };
      const { aggregate } = (await accountant.get<Answer>(stakeQuery, { where })).document_aggregate;
      return { key: span.key, count: aggregate.count, sum: (aggregate.sum.at_stake ?? 0).toFixed(2) };
    }),
  );
  const rows = await demo.db.sql<{ key: string; count: number; sum: string }>(
    `select case when urgent_on < $2::date then 'overdue' when urgent_on = $2::date then 'today'
         when urgent_on - $2::date <= 7 then 'soon' else 'later' end as key,
       count(*)::integer as count, coalesce(sum(at_stake), 0)::numeric(20, 2)::text as sum
     from document where assignee_ids @> array[$1::bigint] and urgent_on is not null and kind <> 'contract' and status <> 'draft'
     group by 1`,
    [userId, today()],
  );
  expect(shown.toSorted((one, other) => one.key.localeCompare(other.key))).toEqual(
    rows.toSorted((one, other) => one.key.localeCompare(other.key)),
  );
  expect(shown.every(({ count }) => count > 0)).toBe(true);
});

test('ROLE-07 everyone who sees the document sees the day, only people with prices the amount', async () => {
  const query = '{ document(where: { urgent_on: { _is_null: false } }, limit: 1) { urgent_on at_stake } }';
  const shown = async (caller: Caller) =>
    (await caller.get<{ document: { urgent_on: string; at_stake: number | null }[] }>(query)).document[0];
  expect((await shown(accountant))?.at_stake).toEqual(expect.any(Number));
  await demo.db.sql(
    "update lb_user set roles = array_remove(array_remove(roles, 'user-dashboard'), 'user-price') where id = $1",
    [accountant.context.userId],
  );
  const without = await shown(await demo.person('accountant@demo.test'));
  expect(without).toEqual({ urgent_on: expect.any(String), at_stake: null });
});
