import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { stepTypes } from '../../../timeline/kinds.ts';
import { permitDashboard } from '../access.ts';
import type { OwnTurnAround } from '../model.ts';
import { filterInput } from './filter.ts';

const turnAroundSql = `
  select s.type as step, count(*)::int as count,
      round((percentile_cont(0.5) within group (order by extract(epoch from s.waited)) / 3600)::numeric, 1)::float8
        as median_hours
    from app.own_steps_done(
      (select $1::date::timestamp at time zone app.time_zone()),
      (select ($2::date + 1)::timestamp at time zone app.time_zone()), $3) s
    group by s.type order by count desc, s.type`;

/** Waiting time of the person's own finished steps; other people's are not shown (DASH-04). */
export const dashboardTurnAround: QueryFunction = queryFunction({
  name: 'dashboard_turn_around',
  description: 'Waiting times of the finished steps of the person, by step.',
  isPlannedOnce: true,
  input: filterInput,
  run: async (tx, context, { from, to }): Promise<readonly OwnTurnAround[]> => {
    permitDashboard(context);
    return await tx.fixed<OwnTurnAround & object>(turnAroundSql, [from, to, stepTypes]);
  },
});
