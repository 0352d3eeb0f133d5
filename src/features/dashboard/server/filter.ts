import { z } from 'zod';
import { isDay } from '../../../base/day.ts';
import { key } from '../../../document/server/inputs.ts';

const day = z.string().refine(isDay).meta({ scalar: 'date' });
const ids = z.array(key()).max(50).optional();

/** Filter of every dashboard query (DASH-02); both days are included. */
export const filterInput = z.object({
  from: day,
  to: day,
  client: ids,
  department: ids,
  cost_center: ids,
});
export type FilterInput = z.output<typeof filterInput>;

/** Parameters of `documentsOf`. */
export function filterValues({ from, to, client, department, cost_center }: FilterInput): unknown[] {
  return [from, to, given(client), given(department), given(cost_center)];
}

function given(list: readonly number[] | undefined): readonly number[] | null {
  return list === undefined || list.length === 0 ? null : list;
}

/** SQL filter without days; drafts never count. */
export const narrowed = `
  d.status <> 'draft'
  and ($3::bigint[] is null or d.client_id = any ($3))
  and ($4::bigint[] is null or d.department_id = any ($4))
  and ($5::bigint[] is null or d.cost_center_id = any ($5))`;

/** SQL filter for documents created on these days in the tenant's time zone, as in the overview (DASH-05, OVW-03). */
export const documentsOf = `
  d.created_at >= (select $1::date::timestamp at time zone app.time_zone())
  and d.created_at < (select ($2::date + 1)::timestamp at time zone app.time_zone())
  and ${narrowed}`;
