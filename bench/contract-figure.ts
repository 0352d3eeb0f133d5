import { addDays, type Day } from '../src/base/day.ts';
import { contractJobs } from '../src/features/contract/server/roll-over.ts';
import { systemContext } from '../src/platform/server/jobs/jobs.ts';
import type { Figure } from './figure.ts';
import { type Fixture, upTo } from './fixture.ts';
import { filledLists } from './load.ts';

const rollOver = 'roll_over_contracts';

/** The first day of the bench's calendar. */
const firstDay: Day = '2030-01-01';
const daysPerRun = 7;

/** Contracts of one year, renewed by a year unless notice is given three months before. */
const contracts = (fixture: Fixture): number => upTo(100_000, fixture);

/** One contract in fifty changes in a week, and all have to be checked each day. */
export const contractFigure: Figure = {
  name: 'contract_days',
  title:
    'the daily job over 100,000 contracts: their dates and statuses on another day, a week after the last run, so that every fiftieth moves',
  aimP95: 20_000,
  concurrencies: [1],
  sides: async (fixture) => {
    await loadContracts(fixture);
    let run = 0;
    const next = (): Day => {
      run += 1;
      return addDays(firstDay, run * daysPerRun);
    };
    return { product: () => byProduct(fixture, next()), hand: () => byHand(fixture, next()) };
  },
};

async function byProduct({ database, tenant }: Fixture, day: Day): Promise<string> {
  const clock = { now: () => new Date(`${day}T12:00:00Z`) };
  const run = contractJobs({ database, clock, publicUrl: 'https://bench.test' })[rollOver];
  if (!run) throw new Error('no person moves contracts');
  const context = systemContext(tenant.tenantId, 'bench');
  return JSON.stringify(await run({ id: 0, kind: rollOver, context, input: {}, progress: async () => {} }));
}

/** Only the dates of such contracts, in one statement. */
async function byHand({ database, tenant }: Fixture, day: Day): Promise<string> {
  const own = systemContext(tenant.tenantId, 'bench');
  const rows = await database.inTenant(
    own,
    (tx) => tx.query<{ id: number }>(moveByHand, [day, tenant.tenantId]),
    {
      role: 'writer',
    },
  );
  return JSON.stringify({ moved: rows.length });
}

const moveByHand = `
  update contract k set end_date = d.ends, next_possible_contract_end = d.next_end, termination_deadline = d.deadline,
    reminder_date = d.deadline - coalesce(c.internal_lead_days, 0)
  from (
    select id, client_id, ends, next_end,
      case when extract(day from next_end + 1) = 1 then (next_end + 1 - interval '3 months')::date - 1
        else (next_end - interval '3 months')::date end as deadline
    from (
      select id, client_id, first.ends,
        case when first.deadline >= $1 then first.ends
          when extract(day from first.ends + 1) = 1 then (first.ends + 1 + interval '1 year')::date - 1
          else (first.ends + interval '1 year')::date end as next_end
      from contract, lateral (
        select ends, case when extract(day from ends + 1) = 1 then (ends + 1 - interval '3 months')::date - 1
          else (ends - interval '3 months')::date end as deadline
        from (
          select case when extract(day from start_date) = 1 then (start_date + make_interval(years => y))::date - 1
            else (start_date - 1 + make_interval(years => y))::date end as ends
          from generate_series(greatest(1, extract(year from age($1::date, start_date))::int), extract(year from age($1::date, start_date))::int + 2) y
        ) e where ends >= $1 order by ends limit 1
      ) first
      where tenant_id = $2 and status in ('active', 'completed') and term_type = 'fixed'
    ) t
  ) d, client c
  where k.tenant_id = $2 and k.id = d.id and c.tenant_id = k.tenant_id and c.id = d.client_id
    and (k.end_date, k.next_possible_contract_end, k.termination_deadline) is distinct from (d.ends, d.next_end, d.deadline)
  returning k.id`;

/** Loads without triggers, with the dates of the first day. */
async function loadContracts(fixture: Fixture): Promise<void> {
  const { owner, tenant } = fixture;
  const count = contracts(fixture);
  await owner.query("set session_replication_role = 'replica'");
  await owner.query(
    `insert into timeline (tenant_id, id, current_entry_no) overriding system value
       select $1, 2000000000 + i, 1 from generate_series(1, $2::int) i on conflict do nothing`,
    [tenant.tenantId, count],
  );
  const { rows } = await owner.query<{ id: string }>(insertContracts, [tenant.tenantId, count]);
  await owner.query(moveByHand, [firstDay, tenant.tenantId]);
  await owner.query("set session_replication_role = 'origin'");
  const ids = rows.map(({ id }) => Number(id));
  await filledLists(owner, async () => {
    for (let place = 0; place < ids.length; place += listedAtOnce) {
      const part = ids.slice(place, place + listedAtOnce);
      await owner.query(`select app.keep_documents($1, 'contract', $2)`, [tenant.tenantId, part]);
    }
  });
  await owner.query('vacuum (analyze) contract');
  await owner.query('vacuum (analyze) document');
}

const listedAtOnce = 10_000;

const insertContracts = `
  insert into contract (tenant_id, id, timeline_id, creator_id, name, category, status, responsible_id, client_id, supplier_id,
      contract_number, contract_number_formatted, usage_type, term_type, start_date, duration, duration_unit_type, renewal_type,
      renewal_duration, renewal_duration_unit_type, notice_period, notice_period_unit_type) overriding system value
  select t.tenant, 1000000 + i, 2000000000 + i, people.ids[1 + i % cardinality(people.ids)], 'Rahmenvertrag ' || i,
    (array['service', 'subscription', 'license', 'maintenance', 'consulting', 'leasing', 'rental', 'support', 'other'])[1 + i % 9],
    'active', people.ids[1 + i % cardinality(people.ids)], companies.ids[1 + i % cardinality(companies.ids)],
    suppliers.ids[1 + i % cardinality(suppliers.ids)], 1000000 + i, 'CT-' || (1000000 + i), 'yearly', 'fixed',
    date '2025-01-01' + i % 1500, 1, 'year', 'auto', 1, 'year', 3, 'month'
  from (select $1::bigint as tenant) t, generate_series(1, $2::int) i,
    lateral (select array_agg(id order by id) as ids from lb_user where tenant_id = t.tenant) people,
    lateral (select array_agg(id order by id) as ids from client where tenant_id = t.tenant) companies,
    lateral (select array_agg(id order by id) as ids from supplier where tenant_id = t.tenant) suppliers
  returning id`;
