import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { asOperator } from '../../../platform/server/as-role.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import {
  type Authentication,
  contextOf,
  requireOperator,
} from '../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../platform/server/http/row-id.ts';
import type { Deletion, DeletionLogAnswer } from '../model.ts';
import { type Asked, type HandedOver, previewDeletion, startDeletion, wrongName } from './start.ts';

const shared = {
  /** As typed; omitted for a dry run. */
  name: z.string().max(1_000).exactOptional(),
  dry_run: z.boolean().exactOptional(),
  archive_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .exactOptional(),
};
const tenantBody = z.object(shared);
const documentsBody = z.object({ ...shared, from: z.iso.date(), to: z.iso.date() });

export interface DeletionRouteParts {
  readonly database: Database;
  readonly handedOver: HandedOver;
}

/**
 * `DELETE /api/operator/tenant/{id}`, `.../procurement` and `.../invoice` (API-37): with `dry_run` shows the extent
 * (OP-04), otherwise starts the deletion and answers `202` with its id. `GET /api/operator/deletion`: the log of all
 * deletions (OP-02).
 */
export function registerDeletion(
  app: HttpServer,
  { database, handedOver }: DeletionRouteParts,
  authentication: Authentication,
): void {
  const route = { onRequest: [authentication.requirePerson, requireOperator] };
  const path = '/api/operator/tenant/:id';

  const answer = async (request: FastifyRequest, asked: Asked, body: z.output<typeof tenantBody>) => {
    const context = contextOf(request);
    const { name, dry_run: isDry = false } = body;
    if (isDry) return asOperator(database, context, (tx) => previewDeletion(tx, asked, handedOver));
    if (name === undefined) throw new Refused(refuse(wrongName(asked.kind)));
    const start = { ...asked, name };
    const id = await asOperator(database, context, (tx) => startDeletion(tx, context, start, handedOver));
    return { deletion_id: id };
  };
  const statusOf = ({ dry_run: isDry }: { readonly dry_run?: boolean }) => (isDry ? 200 : 202);

  app.delete(path, route, async (request, reply) => {
    const body = bodyOf(request, tenantBody);
    const asked = {
      tenantId: idInPath(request),
      kind: 'tenant',
      days: null,
      sha256: body.archive_sha256,
    } as const;
    return reply.code(statusOf(body)).send(await answer(request, asked, body));
  });

  for (const kind of ['procurement', 'invoice'] as const) {
    app.delete(`${path}/${kind}`, route, async (request, reply) => {
      const body = bodyOf(request, documentsBody);
      const days = { from: body.from, to: body.to };
      const asked = { tenantId: idInPath(request), kind, days, sha256: body.archive_sha256 };
      return reply.code(statusOf(body)).send(await answer(request, asked, body));
    });
  }

  app.get(
    '/api/operator/deletion',
    route,
    (request): Promise<DeletionLogAnswer> =>
      asOperator(database, contextOf(request), async (tx) => ({
        deletions: await tx.fixed<Deletion>('select * from app.deletion_log(false)'),
      })),
  );
}
