import { type Amount, amountOf, round, times } from '../../../base/money.ts';
import type { UsageType } from '../../../document/usage.ts';
import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { yearlyTotal } from '../../contract/intervals.ts';
import { inForce } from '../../contract/server/store.ts';
import { permitDashboard } from '../access.ts';
import { type ContractFigures, type NearDeadline, nearDays } from '../model.ts';
import { filterInput, filterValues } from './filter.ts';
import { openReminders } from './reminders.ts';

/** Number of deadlines shown; others are counted. */
const maxNear = 10;

/** Current contracts, independent of the dashboard's days, since old contracts have near deadlines, too. */
const contractsSql = `
  with today as materialized (
    select (now() at time zone app.time_zone())::date as day
  ), seen as (
    select k.id, k.contract_number_formatted, k.name, k.supplier_id, k.terminated_on, k.termination_deadline, k.status,
        k.payment_direction, k.usage_type, coalesce(c.currency, k.currency) as company_currency,
        -- Its own while the rate is unknown (PRICE-07).
        case when k.exchange_rate is null then k.currency else coalesce(c.currency, k.currency) end as currency,
        k.exchange_rate as rate
      from contract k left join client c on c.id = k.client_id
      where ${inForce}
        and ($1::bigint[] is null or k.client_id = any ($1))
        and ($2::bigint[] is null or k.department_id = any ($2))
        and ($3::bigint[] is null or k.cost_center_id = any ($3))
  ), near as materialized (
    select * from seen
      where terminated_on is null
        and termination_deadline between (select day from today) and (select day from today) + $4::int
  ), active as (
    -- Cost per year in company currency, as in lists and charts (CON-37, PRICE-07).
    select s.company_currency as currency, count(*) as count, count(*) filter (where d.company_netto is null) as without_rate,
        coalesce(sum(d.company_netto), 0) as yearly
      from seen s join document d on d.kind = 'contract' and d.id = s.id
      where s.payment_direction is distinct from 'incoming' group by 1
  ), first as (
    select n.id, n.contract_number_formatted as number, n.name, s.name as supplier, n.termination_deadline as deadline,
        n.usage_type, n.currency, n.rate::text as rate, (
          select coalesce(json_agg(json_build_object('usage_type', l.usage_type, 'total', l.total::text)), '[]')
            from contract_line l where l.contract_id = n.id) as lines
      from near n left join supplier s on s.id = n.supplier_id
      order by n.termination_deadline, n.id limit $5
  )
  select (select coalesce(json_agg(json_build_object('currency', currency, 'count', count, 'yearly', yearly::text, 'without_rate', without_rate)
      order by currency), '[]') from active) as active,
    (select count(*)::int from near) as near_count,
    (select coalesce(json_agg(to_json(first) order by deadline, id), '[]') from first) as near`;

type Lines = Parameters<typeof yearlyTotal>[0];

interface Found {
  readonly active: ContractFigures['active'];
  readonly near_count: number;
  readonly near: readonly (Omit<NearDeadline, 'yearly'> & {
    readonly usage_type: UsageType | null;
    readonly rate: Amount | null;
    readonly lines: Lines;
  })[];
}

/** Visible contracts: number, cost per year, and what is due (DASH-04, CON-25). */
export const dashboardContracts: QueryFunction = queryFunction({
  name: 'dashboard_contracts',
  description: 'Active contracts with their yearly value, the next deadlines and the open reminders.',
  isPlannedOnce: true,
  input: filterInput,
  run: async (tx, context, filter): Promise<ContractFigures> => {
    permitDashboard(context);
    const [, , ...references] = filterValues(filter);
    const [found, reminders] = await Promise.all([
      tx.one<Found>(contractsSql, [...references, nearDays, maxNear]),
      openReminders(tx, references),
    ]);
    return {
      ...reminders,
      near_count: found.near_count,
      active: found.active.map((each) => ({ ...each, yearly: amountOf(each.yearly) })),
      near: found.near.map(({ lines, usage_type, rate, ...each }) => {
        const yearly = yearlyTotal(lines, usage_type);
        return { ...each, yearly: yearly && round(times(yearly, rate ?? '1'), 2) };
      }),
    };
  },
});
