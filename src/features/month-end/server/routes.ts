import { dayOfInstant } from '../../../base/day.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import { firstFailure } from '../../../platform/server/database/first-failure.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { orderJob } from '../../../platform/server/jobs/jobs.ts';
import { permitDashboard } from '../../dashboard/access.ts';
import { lastMonthEnd } from '../model.ts';
import { monthEndJob } from './file-job.ts';
import { readList } from './lists.ts';
import { permitList, timeLimitMs } from './permission.ts';
import { monthEndOrder, monthEndQuery } from './query-input.ts';
import { timeZoneOf } from './time-zone.ts';

export interface MonthEndParts {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * `POST /api/month-end`: first rows and sums of a list as of a day (DASH-07). `POST /api/month-end/file`: 202 `{
 * job_id }`; the result is the whole list as a file of the person.
 */
export function registerMonthEnd(
  app: HttpServer,
  { database, clock }: MonthEndParts,
  authentication: Authentication,
): void {
  const route = { onRequest: authentication.requirePerson };
  app.post('/api/month-end', route, async (request) => {
    const { day, ...query } = bodyOf(request, monthEndQuery);
    const context = contextOf(request);
    permitDashboard(context);
    return await database.inTenant(
      context,
      async (tx) => {
        const [, zone] = await firstFailure(permitList(tx, query.list), timeZoneOf(tx));
        const last = lastMonthEnd(dayOfInstant(clock.now(), zone));
        return await readList(tx, { ...query, day: day ?? last });
      },
      { timeLimitMs, planMode: 'force_custom_plan', readsOnly: true },
    );
  });
  app.post('/api/month-end/file', route, async (request, reply) => {
    const order = bodyOf(request, monthEndOrder);
    const context = contextOf(request);
    permitDashboard(context);
    const job_id = await database.inTenant(context, async (tx) => {
      await permitList(tx, order.list);
      return orderJob(tx.as('writer'), monthEndJob, order);
    });
    return reply.code(202).send({ job_id });
  });
}
