import type { Tx } from '../../../platform/server/database.ts';
import { type EntryType, entryTypes, isWork, stepTypes } from '../../../timeline/kinds.ts';
import { type ShownGroup, type StepGroup, shownGroups } from '../groups.ts';
import type { MonthEndQuery, MonthEndRow } from '../model.ts';
import { timeZoneOf } from './time-zone.ts';

/**
 * The steps that persons ended in the month until the day ($1), in the time zone of the tenant ($5), each with the department
 * of whoever ended it and the hours since the step before it was over.
 */
const done = `
  with done as (
    select e.type as step, u.department_id as department, e.lb_user_id as person,
      extract(epoch from e.completed_at - w.since) / 3600 as hours
    from app.steps_done(date_trunc('month', $1::date)::timestamp at time zone $5::text,
      ($1::date + 1)::timestamp at time zone $5::text, $7::text[], $6::text[]) w
    -- Who may see them is asked of these steps alone.
    cross join lateral (
      select type, lb_user_id, completed_at, procurement_id, invoice_id, contract_id from timeline_entry where id = w.id offset 0) e
    join lb_user u on u.id = e.lb_user_id and not u.is_system and not u.is_group
    left join procurement p on p.id = e.procurement_id
    left join invoice i on i.id = e.invoice_id
    left join contract k on k.id = e.contract_id
    where ($2::bigint is null or coalesce(p.client_id, i.client_id, k.client_id) = $2)
      and ($3::bigint is null or coalesce(p.department_id, i.department_id, k.department_id) = $3)
      and ($4::bigint is null or coalesce(p.cost_center_id, i.cost_center_id, k.cost_center_id) = $4)
  )`;

const selectGroups = `${done} select step, department, count(distinct person)::int as persons from done group by 1, 2`;

const selectRows = `${done}
  select g.step, g.shown as department, shown_name(d) as group, count(*)::int as count, g.told,
    round(avg(x.hours), 1)::text as average, round((percentile_cont(0.5) within group (order by x.hours))::numeric, 1)::text as median
  from done x
  join json_to_recordset($8::json) as g (step text, department bigint, shown bigint, told boolean)
    on g.step = x.step and g.department is not distinct from x.department
  left join department d on d.id = g.shown
  group by g.step, g.shown, shown_name(d), g.told`;

interface Row {
  readonly step: EntryType;
  readonly group: string | null;
  readonly count: number;
  readonly told: boolean;
  readonly average: string;
  readonly median: string;
}

/** How long each step took, by department; never by person (DASH-07). */
export async function throughputRows(tx: Tx, query: MonthEndQuery): Promise<MonthEndRow[]> {
  const { day, client, department, cost_center } = query;
  const values = [
    day,
    client,
    department,
    cost_center,
    await timeZoneOf(tx),
    entryTypes.filter(isWork),
    stepTypes,
  ];
  const groups = shownGroups(await tx.fixed<StepGroup>(selectGroups, values));
  const rows = await tx.fixed<Row>(selectRows, [...values, JSON.stringify(groups.map(toldOf))]);
  const placeOf = ({ step }: Row): number => stepTypes.indexOf(step);
  const inOrder = (one: Row, other: Row): number =>
    placeOf(one) - placeOf(other) ||
    Number(one.group === null) - Number(other.group === null) ||
    (one.group ?? '').localeCompare(other.group ?? '', 'de');
  return [...rows].sort(inOrder).map(({ told, step, group, count, average, median }) => ({
    ...{ kind: null, id: null, currency: null, step, group, count },
    ...(told ? { average, median } : { average: null, median: null }),
  }));
}

function toldOf({ step, department, shownAs, isTold }: ShownGroup) {
  return { step, department, shown: shownAs, told: isTold };
}
