import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, type Day } from '../../../base/day.ts';
import { type Amount, atLeastZero, compareAmounts, minus, round, sum, times } from '../../../base/money.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { type CostingContract, costInTime } from '../../contract/cost-in-time.ts';
import type { ContractFields } from '../../contract/model.ts';
import { owed } from '../../contract/owed.ts';
import type { Accrued } from '../accruals.ts';
import type { MonthEndQuery, MonthEndRow } from '../model.ts';
import { timeZoneOf } from './time-zone.ts';

/** A signed contract as it was on a day, in the currency of its company, or its own while its rate is unknown (PRICE-07). */
export interface Contract extends CostingContract {
  readonly id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly supplier: string | null;
  readonly client: string | null;
  readonly department: string | null;
  readonly cost_center: string | null;
  readonly cost_center_id: number | null;
  readonly ledger_account_id: number | null;
  readonly currency: string;
  readonly account: string | null;
  /** 1 where the account posts tax itself. */
  readonly is_automatic: number;
  readonly cost_center_number: string | null;
  /** Counted invoices until the day, also those of its orders. */
  readonly invoiced: Amount;
  /** The commitment of its orders, and their goods received without an invoice. */
  readonly called_off: Amount;
  readonly received: Amount;
}

type ContractsQuery = Pick<MonthEndQuery, 'day' | 'client' | 'department' | 'cost_center'>;

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

const formerTerms = [
  ...termColumns.map((name) => `'${name}', f.${name}`),
  ...counts.map((name) => `'${name}', f.${name}::text`),
].join(', ');

/**
 * Contracts with a cost, signed by the day ($1), as of that day, with their account of today. Before the first state, only replaced terms are
 * known: the earliest ones replaced after the day. A notice counts only if it had arrived by then.
 */
const select = `
  select k.id, k.contract_number_formatted as number, k.name, s.name as supplier, c.name as client, shown_name(d) as department,
    concat_ws(' ', z.number, shown_name(z)) as cost_center, z.id as cost_center_id, a.id as ledger_account_id, v.facts ->> 'currency' as currency, v.facts ->> 'rate' as rate, c.federal_state,
    v.facts ->> 'usage_type' as usage_type, v.facts ->> 'termination_deadline' as termination_deadline,
    v.facts ->> 'next_possible_contract_end' as next_possible_contract_end,
    (coalesce(
      (select jsonb_build_object(${formerTerms}) from contract_term f
        where f.contract_id = k.id and v.since = '-infinity' and f.created_at < v.recorded_at
          and (f.created_at at time zone $5::text)::date > $1::date order by f.id limit 1),
      v.facts -> 'terms')
    || case when v.facts -> 'notice' ->> 'terminated_on' <= $1::date::text then v.facts -> 'notice' else '{}' end)::json as terms,
    v.lines::json as lines, a.number as account, coalesce(a.automatic, false)::int as is_automatic, z.number as cost_center_number,
    v.facts ->> 'payment_timing' as payment_timing, v.facts ->> 'created_on' as created_on,
    o.invoiced, o.first_invoiced_on, o.called_off, o.received
  from contract_state v
  join contract k on k.id = v.contract_id
  cross join lateral app.charged_of_contracts(array[k.id], $1::date) o
  left join supplier s on s.id = k.supplier_id
  left join client c on c.id = (v.facts ->> 'client_id')::bigint
  left join department d on d.id = (v.facts ->> 'department_id')::bigint
  left join cost_center z on z.id = (v.facts ->> 'cost_center_id')::bigint
  left join ledger_account a on a.id = k.ledger_account_id
  where v.contract_id > $6::bigint and v.since <= $1::date and v.until > $1::date
    and v.facts ->> 'status' <> 'inactive' and v.facts ->> 'payment_direction' is distinct from 'incoming'
    and (v.facts ->> 'status' <> 'cancelled' or v.facts -> 'notice' ->> 'terminated_on' is not null)
    and v.facts ->> 'signed_on' <= $1::date::text
    and ($2::bigint is null or c.id = $2) and ($3::bigint is null or (v.facts ->> 'department_id')::bigint = $3)
    and ($4::bigint is null or (v.facts ->> 'cost_center_id')::bigint = $4)
    and ($7::bigint[] is null or k.id = any ($7))
  order by v.contract_id limit ${contractsAtOnce}`;

/**
 * The commitment of contracts from the next day until their earliest possible end, as of the day (DASH-07, DASH-09).
 */
export async function committedContracts(tx: Tx, query: MonthEndQuery): Promise<MonthEndRow[]> {
  return await rowsOf(tx, query, (contract, { open, until }) => ({
    ...ofContract(contract),
    ...{ document: 'contract', line: null, ordered: null, invoiced: null, released: null },
    ...{ ends_on: until, net: open },
  }));
}

/**
 * Services of contracts until the day that are not invoiced yet (DASH-08), with the account and the number of the
 * cost center to accrue them.
 */
export async function unbilledServices(tx: Tx, query: MonthEndQuery): Promise<Accrued[]> {
  return await rowsOf(tx, query, (contract, { served, unbilled }) => ({
    ...ofContract(contract),
    ...{
      account: contract.account,
      is_automatic: contract.is_automatic,
      cost_center_number: contract.cost_center_number,
      lines: null,
    },
    ...{ served, invoiced: round(minus(served, unbilled), 2), net: unbilled },
  }));
}

async function rowsOf<Row extends MonthEndRow>(
  tx: Tx,
  query: MonthEndQuery,
  rowOf: (contract: Contract, figures: ContractFigures) => Row,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const found of contractsOf(tx, query)) {
    const all = found.map((contract) => rowOf(contract, figuresOf(contract, query.day)));
    rows.push(...all.filter(({ net }) => compareAmounts(String(net), '0') > 0));
  }
  return rows;
}

/**
 * The contracts of a list in batches, between which other requests can run.
 *
 * @param among the ids to which they are restricted; null for all
 */
export async function* contractsOf(
  tx: Tx,
  { day, client, department, cost_center }: ContractsQuery,
  among: readonly number[] | null = null,
): AsyncGenerator<readonly Contract[]> {
  const zone = await timeZoneOf(tx);
  for (let last = 0; ; ) {
    const values = [day, client, department, cost_center, zone, last, among];
    const found = await tx.fixed<Contract>(select, values);
    yield found;
    last = found.at(-1)?.id ?? 0;
    if (found.length < contractsAtOnce) return;
    await nextTurn();
  }
}

export function ofContract(contract: Contract) {
  const { id, number, name, supplier, client, department, cost_center, currency, terms } = contract;
  return {
    ...{ kind: 'contract' as const, id, currency, number, name, supplier, client, department, cost_center },
    ordered_on: terms.start_date,
  };
}

/** Amounts of a contract on a day, in the currency of its company. */
interface ContractFigures {
  /** The earliest possible end; null without one. */
  readonly until: Day | null;
  /** The last day if no notice is given; null for a contract without an end. */
  readonly expectedUntil: Day | null;
  /** The amount of later days that is invoiced in advance or ordered. */
  readonly covered: Amount;
  /** The cost of a period, both days included. */
  readonly costOf: (from: Day, to: Day) => Amount;
  /** The cost from the next day until the end, less `covered`. */
  readonly open: Amount;
  /** The cost until the day, since the first day whose invoices Kontor knows. */
  readonly served: Amount;
  /** The part of it that is neither invoiced nor in goods received of its orders. */
  readonly unbilled: Amount;
}

export function figuresOf(contract: Contract, day: Day): ContractFigures {
  const { terms, lines, usage_type, rate, invoiced } = contract;
  const { dates, isTerminated, until, since } = costInTime(contract, day);
  const costOf = (from: Day, to: Day): Amount => {
    const time = { start: terms.start_date, from, until: to };
    return from > to ? '0.00' : round(times(owed(lines, usage_type, time), rate ?? '1'), 2);
  };
  const served = costOf(since, until !== null && until < day ? until : day);
  const ahead = until === null ? '0.00' : costOf(addDays(day, 1), until);
  const covered = sum([atLeastZero(minus(invoiced, served)), contract.called_off]);
  const renews = terms.renewal_type === 'auto' && dates.extended_to !== null;
  return {
    ...{ until, covered, costOf },
    expectedUntil: !isTerminated && renews ? null : (dates.extended_to ?? dates.end_date),
    open: round(atLeastZero(minus(ahead, covered)), 2),
    served,
    unbilled: round(atLeastZero(minus(minus(served, invoiced), contract.received)), 2),
  };
}
