import { z } from 'zod';
import { commentLength } from '../../../../platform/constants.ts';
import type { Database } from '../../../../platform/server/database.ts';
import type { HttpServer } from '../../../../platform/server/http/http.ts';
import { bodyOf } from '../../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../../platform/server/http/row-id.ts';
import { permitModule } from '../../../../platform/server/modules.ts';
import { resolveEntry, resolveRun } from './resolve-uncertain.ts';

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => text || null);
export const ofRun = z.object({ exported: z.boolean(), comment: optionalText(commentLength) });
export const ofEntry = ofRun.extend({ reference: optionalText(200) });

/**
 * Confirms manually whether uncertain invoices are booked at the target (EXP-08): `POST
 * /api/invoice/export/entry/{id}/settle` `{ exported, reference?, comment? }` -> `{ success }` for one, and `POST
 * /api/invoice/export/{run_id}/settle` `{ exported, comment? }` -> `{ settled, left }` for the next 50 of a run.
 */
export function registerResolving(
  app: HttpServer,
  { database, authentication }: { readonly database: Database; readonly authentication: Authentication },
): void {
  const onRequest = authentication.requirePerson;
  app.post('/api/invoice/export/entry/:id/settle', { onRequest }, async (request) => {
    const id = idInPath(request);
    const finding = bodyOf(request, ofEntry);
    const context = contextOf(request);
    await database.inTenant(context, async (tx) => {
      await permitModule(tx.as('writer'), 'invoice');
      await resolveEntry(tx, context, id, finding);
    });
    return { success: true };
  });
  app.post('/api/invoice/export/:run_id/settle', { onRequest }, async (request) => {
    const id = idInPath(request, 'run_id');
    const finding = bodyOf(request, ofRun);
    const context = contextOf(request);
    return await database.inTenant(context, async (tx) => {
      await permitModule(tx.as('writer'), 'invoice');
      return await resolveRun(tx, context, id, finding);
    });
  });
}
