import type { UsageType } from '../../../document/usage.ts';
import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { yearlyTotal } from '../../contract/intervals.ts';
import { isInForce } from '../../contract/server/store.ts';
import { permitDashboard } from '../access.ts';
import { type ContractFigures, type NearDeadline, nearDays } from '../model.ts';
import { filterInput, filterValues } from './filter.ts';
import { openReminders } from './reminders.ts';

/** So many deadlines are shown; the others are counted. */
const mostNear = 10;

/** Contracts as they are today, whatever days the dashboard shows: a deadline is near whenever the contract was made. */
const contractsSql = `
  with today as materialized (
    select (now() at time zone app.time_zone())::date as day
  ), seen as (
    select k.id, k.contract_number_formatted, k.name, k.supplier_id, k.terminated_on, k.termination_deadline, k.status,
        k.payment_direction, k.usage_type, coalesce(c.currency, 'EUR') as currency
      from contract k left join client c on c.id = k.client_id
      where ${isInForce}
        and ($1::bigint[] is null or k.client_id = any ($1))
        and ($2::bigint[] is null or k.department_id = any ($2))
        and ($3::bigint[] is null or k.cost_center_id = any ($3))
  ), near as materialized (
    select * from seen
      where terminated_on is null
        and termination_deadline between (select day from today) and (select day from today) + $4::int
  ), worth as (
    select s.currency, coalesce(l.usage_type, s.usage_type) as usage_type, sum(l.total) as total
      from seen s join contract_line l on l.contract_id = s.id
      where s.payment_direction is distinct from 'incoming' group by 1, 2
  ), active as (
    select s.currency, count(*) as count, (
        select coalesce(json_agg(json_build_object('usage_type', w.usage_type, 'total', w.total::text)), '[]')
          from worth w where w.currency = s.currency) as lines
      from seen s group by s.currency
  ), first as (
    select n.id, n.contract_number_formatted as number, n.name, s.name as supplier, n.termination_deadline as deadline,
        n.usage_type, n.currency, (
          select coalesce(json_agg(json_build_object('usage_type', l.usage_type, 'total', l.total::text)), '[]')
            from contract_line l where l.contract_id = n.id) as lines
      from near n left join supplier s on s.id = n.supplier_id
      order by n.termination_deadline, n.id limit $5
  )
  select (select coalesce(json_agg(json_build_object('currency', currency, 'count', count, 'lines', lines)
      order by currency), '[]') from active) as active,
    (select count(*)::int from near) as near_count,
    (select coalesce(json_agg(to_json(first) order by deadline, id), '[]') from first) as near`;

type Lines = Parameters<typeof yearlyTotal>[0];

interface Found {
  /** With what they cost by interval, each line by its own or by that of its contract. */
  readonly active: readonly { readonly currency: string; readonly count: number; readonly lines: Lines }[];
  readonly near_count: number;
  readonly near: readonly (Omit<NearDeadline, 'yearly'> & {
    readonly usage_type: UsageType | null;
    readonly lines: Lines;
  })[];
}

/** The contracts that the person sees: how many, what they cost in a year, and what is due (DASH-04, CON-25). */
export const dashboardContracts: QueryFunction = queryFunction({
  name: 'dashboard_contracts',
  description: 'Active contracts, their value in a year, the deadlines that are near and the open reminders.',
  isPlannedOnce: true,
  input: filterInput,
  run: async (tx, context, filter): Promise<ContractFigures> => {
    permitDashboard(context);
    const [, , ...references] = filterValues(filter);
    const [found, reminders] = await Promise.all([
      tx.one<Found>(contractsSql, [...references, nearDays, mostNear]),
      openReminders(tx, references),
    ]);
    return {
      ...reminders,
      near_count: found.near_count,
      active: found.active.map(({ lines, ...each }) => ({
        ...each,
        yearly: yearlyTotal(lines, null) ?? '0',
      })),
      near: found.near.map(({ lines, usage_type, ...each }) => ({
        ...each,
        yearly: yearlyTotal(lines, usage_type),
      })),
    };
  },
});
