import { Refused, refuse } from '../../../../base/refusal.ts';
import { type Context, hasRole } from '../../../../platform/context.ts';
import { firstFailure } from '../../../../platform/server/database/first-failure.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import type { HttpServer } from '../../../../platform/server/http/http.ts';
import { type Authentication, contextOf } from '../../../../platform/server/http/request-context.ts';
import { isRowId } from '../../../../platform/server/http/row-id.ts';
import { permitModule } from '../../../../platform/server/modules.ts';
import type { BookingPreview, NotReady } from '../../../invoice/shown-booking.ts';
import { previewOf } from './preview.ts';

interface Parts {
  readonly database: Database;
  readonly authentication: Authentication;
}

/** The maximum number of invoices in one request: as many as the export page shows. */
const maxAsked = 500;

/**
 * `GET /api/invoice/:id/bookings` answers the bookings of an invoice (EXP-28), without amounts for people who may not
 * see them; `GET /api/invoice/export/readiness?ids=1,2` the problems of up to 500 waiting invoices, by id (EXP-27).
 */
export function registerExportCheck(app: HttpServer, { database, authentication }: Parts): void {
  const options = { onRequest: authentication.requirePerson };
  app.get('/api/invoice/:id/bookings', options, async (request): Promise<BookingPreview> => {
    const [id] = idsOf((request.params as { id: string }).id);
    const context = contextOf(request);
    const preview = await database.inTenant(context, async (tx) =>
      (await seen(tx, context, [id ?? 0])).get(id ?? 0),
    );
    if (preview === undefined) throw new Refused(refuse('not_found'));
    return hasRole(context, 'user-price') ? preview : { ...preview, bookings: [] };
  });
  app.get(
    '/api/invoice/export/readiness',
    options,
    async (request): Promise<Record<number, NotReady | null>> => {
      const ids = idsOf((request.query as { ids?: string }).ids ?? '');
      const context = contextOf(request);
      const previews = await database.inTenant(context, (tx) => seen(tx, context, ids));
      return Object.fromEntries([...previews].map(([id, { problem }]) => [id, problem]));
    },
  );
}

/** The previews of the invoices that the person sees. */
async function seen(
  tx: Tx,
  context: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, BookingPreview>> {
  const writer = tx.as('writer');
  const [visible] = await firstFailure(
    tx.fixed<{ id: number }>('select id from invoice where id = any ($1)', [ids]),
    permitModule(writer, 'invoice'),
  );
  return await previewOf(
    writer,
    context,
    visible.map(({ id }) => id),
  );
}

function idsOf(text: string): readonly number[] {
  const ids = text.split(',').slice(0, maxAsked);
  if (!ids.every(isRowId)) throw new Refused(refuse('not_found'));
  return ids.map(Number);
}
