import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { requireMeans } from '../../../platform/means.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, administratorOf } from '../../../platform/server/http/request-context.ts';
import type { PersonRights, RightsAnswer, RightsReview } from '../model.ts';

export const confirmation = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

const reviewColumns = 'id, confirmed_by, confirmed_at, second_by, second_at, is_alone, is_complete';

/**
 * The rights of all people, for administrators of the tenant (ADM-21). `GET /api/rights`: the matrix and its
 * confirmations. `GET .../review/{id}`: the matrix as it was confirmed. `POST .../confirm`: confirms what was shown, as
 * oneself; refuses `record_changed` if it is no longer the same.
 */
export function registerRights(
  app: HttpServer,
  database: Pick<Database, 'inTenant'>,
  authentication: Authentication,
): void {
  const route = { onRequest: authentication.requirePerson };

  app.get('/api/rights', route, async (request): Promise<RightsAnswer> => {
    const context = administratorOf(request);
    return await asWriter(database, context, async (tx) => {
      const [matrix, reviews] = await Promise.all([
        tx.one<Pick<RightsAnswer, 'people' | 'sha256' | 'is_due'>>(
          `select m.people, encode(sha256(convert_to(m.people::text, 'UTF8')), 'hex') as sha256,
             not exists (select from rights_review where is_complete
               and coalesce(second_at, confirmed_at) > now() - interval '1 year') as is_due
           from (select app.rights_matrix() as people) m`,
        ),
        tx.fixed<RightsReview>(`select ${reviewColumns} from rights_review order by id desc limit 100`),
      ]);
      return { ...matrix, reviews };
    });
  });

  app.get('/api/rights/review/:id', route, async (request) => {
    const context = administratorOf(request);
    const id = reviewOf(request);
    return await asWriter(database, context, (tx) =>
      tx.one<RightsReview & { people: readonly PersonRights[] }>(
        `select ${reviewColumns}, matrix as people from rights_review where id = $1`,
        [id],
      ),
    );
  });

  app.post('/api/rights/confirm', route, async (request) => {
    const context = administratorOf(request);
    requireMeans(context, 'four_eyes');
    const { sha256 } = bodyOf(request, confirmation);
    const { is_complete } = await asWriter(database, context, (tx) =>
      tx.one<{ is_complete: boolean | null }>('select app.confirm_rights($1) as is_complete', [sha256]),
    );
    if (is_complete === null) throw new Refused(refuse('record_changed'));
    return { is_complete };
  });
}

function reviewOf(request: FastifyRequest): number {
  const { id } = request.params as { readonly id: string };
  if (!/^[1-9]\d{0,17}$/.test(id)) throw new Refused(refuse('not_found'));
  return Number(id);
}
