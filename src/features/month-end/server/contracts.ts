import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, type Day } from '../../../base/day.ts';
import { type Amount, compareAmounts, round, times } from '../../../base/money.ts';
import type { UsageType } from '../../../document/usage.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { contractDates } from '../../contract/contract-dates.ts';
import type { ContractFields } from '../../contract/model.ts';
import type { MonthEndQuery, MonthEndRow } from '../model.ts';
import { type OwedLine, owed } from '../owed.ts';
import { timeZoneOf } from './time-zone.ts';

type Terms = Parameters<typeof contractDates>[0];

interface Contract {
  readonly id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly supplier: string | null;
  readonly client: string | null;
  readonly department: string | null;
  readonly cost_center: string | null;
  /** Currency of the company. */
  readonly currency: string;
  /** Company currency per unit of the contract's currency; null if they are equal (PRICE-07). */
  readonly rate: Amount | null;
  readonly federal_state: string | null;
  readonly usage_type: UsageType | null;
  readonly termination_deadline: Day | null;
  readonly next_possible_contract_end: Day | null;
  /** As of the day. */
  readonly terms: Omit<Terms, 'termination_deadline' | 'next_possible_contract_end'>;
  readonly lines: readonly OwedLine[];
}

/** Contracts per batch, so that other requests run in between. */
const contractsAtOnce = 500;

const termColumns: readonly (keyof ContractFields)[] = [
  ...(['term_type', 'start_date', 'end_date', 'duration_unit_type', 'renewal_type'] as const),
  ...(['renewal_duration_unit_type', 'notice_period_unit_type', 'termination_to'] as const),
  ...(['later_notice_period_unit_type', 'termination_day'] as const),
];
const counts = [
  ...(['duration', 'min_duration', 'renewal_duration'] as const),
  ...(['notice_period', 'later_notice_period', 'notice_workdays'] as const),
];

const termsOf = (alias: string): string =>
  [
    ...termColumns.map((name) => `'${name}', ${alias}.${name}`),
    ...counts.map((name) => `'${name}', ${alias}.${name}::text`),
  ].join(', ');

/**
 * Contracts signed by the day ($1) that cost something, with the terms of that day: the earliest ones replaced later,
 * else the current ones. A notice counts only if it had arrived by then.
 */
const select = `
  select k.id, k.contract_number_formatted as number, k.name, s.name as supplier, c.name as client, shown_name(d) as department,
    concat_ws(' ', z.number, shown_name(z)) as cost_center, coalesce(c.currency, k.currency) as currency, k.exchange_rate as rate, c.federal_state,
    k.usage_type, k.termination_deadline, k.next_possible_contract_end,
    (coalesce(
      (select jsonb_build_object(${termsOf('f')}) from contract_term f
        where f.contract_id = k.id and (f.created_at at time zone $5::text)::date > $1::date order by f.id limit 1),
      jsonb_build_object(${termsOf('k')}, 'first_end', k.first_end))
    || case when k.terminated_on <= $1::date
      then jsonb_build_object('terminated_on', k.terminated_on, 'agreed_end', k.agreed_end) else '{}' end)::json as terms,
    coalesce((select json_agg(json_build_object('total', l.total::text, 'usage_type', l.usage_type)) from contract_line l
      where l.contract_id = k.id), '[]') as lines
  from contract k
  left join supplier s on s.id = k.supplier_id
  left join client c on c.id = k.client_id
  left join department d on d.id = k.department_id
  left join cost_center z on z.id = k.cost_center_id
  left join lateral (
    select max(e.completed_at) filter (where e.status = 'approved') as signed_at, count(*) as steps
    from timeline_entry e where e.contract_id = k.id and e.type = 'contract-signing') e on true
  where k.id > $6::bigint and k.amends_id is null and k.status <> 'inactive' and k.payment_direction is distinct from 'incoming'
    and (k.status <> 'cancelled' or k.terminated_on is not null)
    and case when e.steps > 0 then (e.signed_at at time zone $5::text)::date <= $1::date
      else k.status in ('active', 'completed', 'expired', 'cancelled')
        and coalesce(k.contract_date, k.start_date, (k.created_at at time zone $5::text)::date) <= $1::date end
    and ($2::bigint is null or k.client_id = $2) and ($3::bigint is null or k.department_id = $3)
    and ($4::bigint is null or k.cost_center_id = $4)
  order by k.id limit ${contractsAtOnce}`;

/** Cost of contracts from the next day until their earliest possible end, as of the day (DASH-07). */
export async function committedContracts(tx: Tx, query: MonthEndQuery): Promise<MonthEndRow[]> {
  const { day, client, department, cost_center } = query;
  const zone = await timeZoneOf(tx);
  const rows: MonthEndRow[] = [];
  for (let last = 0; ; ) {
    const found = await tx.fixed<Contract>(select, [day, client, department, cost_center, zone, last]);
    rows.push(...found.flatMap((contract) => rowOf(contract, day)));
    last = found.at(-1)?.id ?? 0;
    if (found.length < contractsAtOnce) return rows;
    await nextTurn();
  }
}

function rowOf(contract: Contract, day: Day): MonthEndRow[] {
  const { terms, lines, federal_state, usage_type, rate, ...shown } = contract;
  const { termination_deadline, next_possible_contract_end, ...columns } = shown;
  const typed = { termination_deadline, next_possible_contract_end };
  const dates = contractDates({ ...terms, ...typed }, day, federal_state);
  const isTerminated = (terms.terminated_on ?? null) !== null;
  const until = (isTerminated ? null : dates.next_possible_contract_end) ?? dates.end_date;
  if (until === null || until <= day) return [];
  const span = { start: terms.start_date, from: addDays(day, 1), until };
  const net = round(times(owed(lines, usage_type, span), rate ?? '1'), 2);
  if (compareAmounts(net, '0') === 0) return [];
  const ofOrders = { line: null, ordered: null, invoiced: null, released: null };
  const own = {
    kind: 'contract',
    document: 'contract',
    ordered_on: terms.start_date,
    ends_on: until,
    net,
  } as const;
  return [{ ...columns, ...ofOrders, ...own }];
}
