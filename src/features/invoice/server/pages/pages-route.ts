import { z } from 'zod';
import type { HttpServer } from '../../../../platform/server/http/http.ts';
import { pot } from '../../../../platform/server/http/http-pots.ts';
import { bodyOf } from '../../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../../platform/server/http/request-context.ts';
import { pageLimits } from '../../page-plan.ts';
import { type ArrangingParts, arrangePages } from './arrange-pages.ts';

/** Limits concurrent requests, as each holds its files in memory. */
const arranging = pot({ person: 1, tenant: 2, all: 6 });
const id = z.int().positive();
/** Far above the limit of a plan, which has its own refusal text. */
const longest = 1000;

export const arrangement = z.object({
  idempotency_key: z.uuid(),
  invoice_ids: z
    .array(id)
    .min(1)
    .max(pageLimits.sources)
    .refine((ids) => new Set(ids).size === ids.length),
  parts: z
    .array(
      z
        .array(
          z.object({
            invoice_id: id,
            page: z.int(),
            turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
          }),
        )
        .max(longest),
    )
    .max(longest),
});

/** Rearranges the pages of received files; a route and no mutation, as it works before its transaction (REC-12). */
export function registerPagesRoute(
  app: HttpServer,
  parts: ArrangingParts,
  authentication: Authentication,
): void {
  app.post(
    '/api/invoice/pages',
    { onRequest: authentication.requirePerson },
    arranging((request) => arrangePages(parts, contextOf(request), bodyOf(request, arrangement))),
  );
}
