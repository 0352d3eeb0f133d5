import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { isInForce } from '../../contract/server/store.ts';
import { type ContractFigures, nearDays } from '../model.ts';
import { filterInput, filterValues, permitDashboard } from './filter.ts';

/** So many deadlines are shown; the others are counted. */
const mostNear = 10;

/** What a contract is worth in a year: the total of its interval times the intervals of a year (CON-27). */
const yearly = `case usage_type when 'monthly' then total_netto * 12 when 'quarterly' then total_netto * 4
  when 'semiannually' then total_netto * 2 when 'yearly' then total_netto end`;

/** Contracts as they are today, whatever days the dashboard shows: a deadline is near whenever the contract was made. */
const contractsSql = `
  with today as materialized (
    select (now() at time zone app.time_zone())::date as day
  ), seen as (
    select k.id, k.contract_number_formatted, k.name, k.supplier_id, k.terminated_on, k.termination_deadline, k.status,
        k.payment_direction, ${yearly} as yearly, coalesce(c.currency, 'EUR') as currency
      from contract k left join client c on c.id = k.client_id
      where ${isInForce}
        and ($1::bigint[] is null or k.client_id = any ($1))
        and ($2::bigint[] is null or k.department_id = any ($2))
        and ($3::bigint[] is null or k.cost_center_id = any ($3))
  ), near as materialized (
    select * from seen
      where terminated_on is null
        and termination_deadline between (select day from today) and (select day from today) + $4::int
  ), active as (
    select currency, count(*) as count, round(coalesce(sum(yearly) filter (
        where payment_direction is distinct from 'incoming'), 0), 2) as yearly
      from seen group by currency
  ), first as (
    select n.id, n.contract_number_formatted as number, n.name, s.name as supplier, n.termination_deadline as deadline,
        round(n.yearly, 2)::text as yearly, n.currency
      from near n left join supplier s on s.id = n.supplier_id
      order by n.termination_deadline, n.id limit $5
  )
  select (select coalesce(json_agg(json_build_object('currency', currency, 'count', count, 'yearly', yearly::text)
      order by currency), '[]') from active) as active,
    (select count(*)::int from near) as near_count,
    (select coalesce(json_agg(to_json(first) order by deadline, id), '[]') from first) as near`;

/** The contracts that the person sees: how many, what they cost in a year, and which deadlines are near (DASH-04). */
export const dashboardContracts: QueryFunction = queryFunction({
  name: 'dashboard_contracts',
  description: 'Active contracts, their value in a year, and the deadlines that are near.',
  input: filterInput,
  run: async (tx, context, filter): Promise<ContractFigures> => {
    permitDashboard(context);
    const [, , ...references] = filterValues(filter);
    return await tx.one<ContractFigures>(contractsSql, [...references, nearDays, mostNear]);
  },
});
