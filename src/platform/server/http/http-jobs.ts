import type { Refusal } from '../../../base/refusal.ts';
import type { Database } from '../database.ts';
import { refusalText } from '../texts.ts';
import type { HttpServer } from './http.ts';
import { languageOf } from './http-errors.ts';
import { type Authentication, contextOf } from './request-context.ts';
import { idInPath } from './row-id.ts';

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly progress: number;
  readonly result: unknown;
  readonly error: Pick<Refusal, 'code' | 'field' | 'values'> | null;
}

/** `GET /api/job/{id}`: the progress of a job of the person (API-31, JOB-01). */
export function registerJobRoutes(app: HttpServer, database: Database, authentication: Authentication): void {
  app.get('/api/job/:id', { onRequest: authentication.requirePerson }, async (request) => {
    const id = idInPath(request);
    const job = await database.inTenant(contextOf(request), (tx) =>
      tx.one<Row>('select id, kind, state, progress, result, error from job where id = $1', [id]),
    );
    const { error } = job;
    const message = error && refusalText(languageOf(request), error);
    return { ...job, error: error && { ...error, message } };
  });
}
