import { Refused, refuse } from '../../base/refusal.ts';
import { asWriter } from '../../platform/server/as-role.ts';
import type { Database } from '../../platform/server/database.ts';
import type { HttpServer } from '../../platform/server/http/http.ts';
import { bodyOf } from '../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../platform/server/http/request-context.ts';
import { orderJob } from '../../platform/server/jobs/jobs.ts';
import { permitModule } from '../../platform/server/modules.ts';
import type { Entity } from '../entity.ts';
import { tableSettings } from '../table-order.ts';
import { tableJob } from './table-job.ts';

export interface TableRouteParts {
  readonly database: Database;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly authentication: Authentication;
}

/** `POST /api/table/{entity}/export`: 202 `{ job_id }`; the result is a file of the person (SHEET-19, SHEET-20). */
export function registerTableExport(
  app: HttpServer,
  { database, entities, authentication }: TableRouteParts,
): void {
  app.post(
    '/api/table/:entity/export',
    { onRequest: authentication.requirePerson },
    async (request, reply) => {
      const entity = entities.get((request.params as { entity: string }).entity);
      if (!entity) throw new Refused(refuse('not_found'));
      const order = { ...bodyOf(request, tableSettings), entity: entity.table };
      const job_id = await asWriter(database, contextOf(request), async (tx) => {
        if (entity.module) await permitModule(tx, entity.module);
        return await orderJob(tx, tableJob, order);
      });
      return reply.code(202).send({ job_id });
    },
  );
}
