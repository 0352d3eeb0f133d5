import { z } from 'zod';
import { languages } from '../../../base/language.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import { attachmentHeader } from '../../../platform/server/files/files-name.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { idInPath, rowId } from '../../../platform/server/http/row-id.ts';
import { permitModule } from '../../../platform/server/modules.ts';
import type { OrderBlock } from '../model.ts';
import { loadPrintableOrder, type NamedOrder } from './pdf/load-printable-order.ts';
import { setOrderPdf } from './pdf/set-order-pdf.ts';

/** The query parameters of a letter. */
export const letterQuery = z.object({
  lang: z.enum(languages).optional(),
  supplier_id: rowId.optional(),
  marketplace_id: rowId.optional(),
});

export interface PdfParts {
  readonly database: Database;
  readonly clock: Clock;
  /** The address of the product, for the code of the goods receipt (MOB-05). */
  readonly publicUrl: string;
}

type Wanted = Pick<Parameters<typeof loadPrintableOrder>[2], 'block' | 'language'> & { readonly id: number };

/**
 * `GET /api/procurement/{id}/pdf?lang=`: the document as a letter (API-33, PROC-28). `supplier_id`, with
 * `marketplace_id` for marketplace lines, selects the order to one supplier. Without `user-price` the letter has no
 * prices (ROLE-07).
 */
export function registerOrderPdf(app: HttpServer, parts: PdfParts, authentication: Authentication): void {
  app.get('/api/procurement/:id/pdf', { onRequest: authentication.requirePerson }, async (request, reply) => {
    const id = idInPath(request);
    const query = letterQuery.safeParse(request.query);
    if (!query.success) throw invalid(String(query.error.issues[0]?.path[0] ?? ''));
    const wanted: Wanted = { id, language: query.data.lang ?? null, block: blockOf(query.data) };
    // Typesetting is slow, so that it runs outside of the transaction.
    const order = await load(parts, contextOf(request), wanted);
    const bytes = await setOrderPdf(order);
    return reply
      .type('application/pdf')
      .header('content-disposition', attachmentHeader(order.fileName))
      .header('content-security-policy', 'sandbox')
      .send(bytes);
  });
}

function load(
  { database, clock, publicUrl }: PdfParts,
  context: Context,
  { id, ...wanted }: Wanted,
): Promise<NamedOrder> {
  return database.inTenant(context, async (tx) => {
    await permitModule(tx, 'procurement');
    await tx.one('select id from procurement where id = $1', [id]);
    return await loadPrintableOrder(tx.as('writer'), id, {
      ...wanted,
      showsPrices: hasRole(context, 'user-price'),
      now: clock.now(),
      publicUrl,
    });
  });
}

function blockOf({ supplier_id, marketplace_id }: z.output<typeof letterQuery>): OrderBlock | null {
  if (supplier_id === undefined && marketplace_id === undefined) return null;
  if (supplier_id === undefined) throw invalid('supplier_id');
  return { supplier_id, marketplace_id: marketplace_id ?? null };
}

function invalid(field: string): Refused {
  return new Refused(refuse('invalid_type', { field, values: { type: field } }));
}
