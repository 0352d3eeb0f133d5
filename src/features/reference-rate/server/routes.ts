import { z } from 'zod';
import { isDay } from '../../../base/day.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { findRate, type ReferenceRate } from './store.ts';

export const rateQuery = z.object({
  own: z.string().regex(/^[A-Z]{3}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  day: z.string().refine(isDay).optional(),
});

/**
 * `GET /api/reference-rate?own=EUR&currency=USD&day=2026-10-05` returns the rate proposed for a document with its
 * day, or null if none is known (PRICE-07); today's without a day.
 */
export function registerReferenceRates(
  app: HttpServer,
  { database, authentication }: { readonly database: Database; readonly authentication: Authentication },
): void {
  app.get(
    '/api/reference-rate',
    { onRequest: authentication.requirePerson },
    async (request): Promise<{ readonly found: ReferenceRate | null }> => {
      const { success, data } = rateQuery.safeParse(request.query);
      if (!success) throw new Refused(refuse('not_found'));
      const found = await database.inTenant(contextOf(request), (tx) =>
        findRate(tx.as('writer'), { ...data, day: data.day ?? null }),
      );
      return { found: found ?? null };
    },
  );
}
