import { dividedBy, round } from '../../../base/money.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { type EntryType, stepTypes } from '../../../timeline/kinds.ts';
import { type ShownGroup, type StepGroup, shownGroups } from '../groups.ts';
import type { MonthEndQuery, MonthEndRow } from '../model.ts';
import { timeZoneOf } from './time-zone.ts';

/**
 * Steps that people finished in the month until the day ($1), in the tenant's time zone ($5), of kinds ($6), by the
 * person's department, with waiting times in seconds.
 */
const select = `
  with step as materialized (
    select e.type, e.lb_user_id, w.waited
    from app.steps_done(date_trunc('month', $1::date)::timestamp at time zone $5::text,
      ($1::date + 1)::timestamp at time zone $5::text, $6::text[]) w
    -- Visibility is checked for these steps only.
    cross join lateral (
      select type, lb_user_id, procurement_id, invoice_id, contract_id from timeline_entry where id = w.id offset 0) e
    left join procurement p on p.id = e.procurement_id
    left join invoice i on i.id = e.invoice_id
    left join contract k on k.id = e.contract_id
    where ($2::bigint is null or coalesce(p.client_id, i.client_id, k.client_id) = $2)
      and ($3::bigint is null or coalesce(p.department_id, i.department_id, k.department_id) = $3)
      and ($4::bigint is null or coalesce(p.cost_center_id, i.cost_center_id, k.cost_center_id) = $4)
  ), done as (
    select s.type as step, u.department_id as department, count(distinct u.id)::int as persons,
      json_agg(extract(epoch from s.waited)::int) as seconds
    from step s join lb_user u on u.id = s.lb_user_id and not u.is_system and not u.is_group
    group by 1, 2
  )
  select d.*, shown_name(n) as name from done d left join department n on n.id = d.department`;

interface Done extends StepGroup {
  readonly step: EntryType;
  /** Name of the department, if the person may see it. */
  readonly name: string | null;
  readonly seconds: readonly number[];
}

/** Waiting times of each step by department, never by person (DASH-07). */
export async function throughputRows(tx: Tx, query: MonthEndQuery): Promise<MonthEndRow[]> {
  const { day, client, department, cost_center } = query;
  const values = [day, client, department, cost_center, await timeZoneOf(tx), stepTypes];
  const rows = shownGroups(await tx.fixed<Done>(select, values)).flatMap(rowOf);
  const inOrder = (one: Row, other: Row): number =>
    stepTypes.indexOf(one.step) - stepTypes.indexOf(other.step) ||
    Number(one.group === null) - Number(other.group === null) ||
    (one.group ?? '').localeCompare(other.group ?? '', 'de');
  return rows.sort(inOrder);
}

interface Row extends MonthEndRow {
  readonly step: EntryType;
  readonly group: string | null;
}

function rowOf({ groups, department, isReported }: ShownGroup<Done>): Row[] {
  const [first] = groups;
  if (first === undefined) return [];
  const seconds = Float64Array.from(groups.flatMap((group) => group.seconds)).sort();
  return [
    {
      ...{ kind: null, id: null, currency: null },
      step: first.step,
      group: department === null ? null : first.name,
      count: seconds.length,
      average: isReported
        ? hours(
            seconds.reduce((sum, one) => sum + one, 0),
            seconds.length,
          )
        : null,
      median: isReported ? hours(middle(seconds, 0) + middle(seconds, 1), 2) : null,
    },
  ];
}

/** Middle of sorted values; an even number has two, the lower one and the one `after` it. */
function middle(sorted: Float64Array, after: 0 | 1): number {
  return sorted[Math.floor((sorted.length - 1 + after) / 2)] ?? 0;
}

/** Average in hours of `count` steps, with one decimal. */
function hours(seconds: number, count: number): string {
  return round(dividedBy(String(seconds), String(3600 * count)), 1);
}
