import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { stepTypes } from '../../../timeline/kinds.ts';
import { permitDashboard } from '../access.ts';
import type { OwnTurnAround } from '../model.ts';
import { filterInput } from './filter.ts';

/** A step waits for a person from the end of the step before it, or from when it was added, whichever is later (TL). */
const turnAroundSql = `
  select e.type as step, count(*)::int as count,
      round((percentile_cont(0.5) within group (order by extract(epoch from e.completed_at - w.since)) / 3600)::numeric, 1)::float8
        as median_hours
    from timeline_entry e
    cross join lateral (
      select greatest(e.created_at, max(o.completed_at)) as since from timeline_entry o
        where o.timeline_id = e.timeline_id and o.status in ('approved', 'declined', 'canceled') and o.completed_at < e.completed_at
    ) w
    where e.lb_user_id = app.user_id() and e.status in ('approved', 'declined')
      and e.completed_at >= (select $1::date::timestamp at time zone app.time_zone())
      and e.completed_at < (select ($2::date + 1)::timestamp at time zone app.time_zone())
      and e.type = any ($3)
    group by e.type order by count desc, e.type`;

/** How long the person's own finished steps had waited for him; nobody sees that of others (DASH-04). */
export const dashboardTurnAround: QueryFunction = queryFunction({
  name: 'dashboard_turn_around',
  description: 'How long the finished steps of the person had waited for him, by step.',
  input: filterInput,
  run: async (tx, context, { from, to }): Promise<readonly OwnTurnAround[]> => {
    permitDashboard(context);
    return await tx.fixed<OwnTurnAround & object>(turnAroundSql, [from, to, stepTypes]);
  },
});
