import type { Context } from '../../../../platform/context.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import type { JobHandlers } from '../../../../platform/server/jobs/jobs.ts';
import { firstProblem, reportedIn } from '../../../invoice/shown-booking.ts';
import { previewOf } from './preview.ts';

/** The number of invoices checked in one transaction. */
const together = 200;

/**
 * The job that updates the readiness of invoices in lists (EXP-27); `app.enqueue_readiness` queues it after any
 * write.
 */
export function readinessJobs({ database }: { readonly database: Database }): JobHandlers {
  return {
    export_readiness: async ({ context }) => ({ looked: await keepReadiness(database, context) }),
  };
}

/**
 * Checks and stores for lists whether the invoices at or after accounting are ready; returns their number. Changes in
 * the meantime are covered by the next job.
 */
export async function keepReadiness(database: Database, context: Context): Promise<number> {
  const { ids, at, xact } = await asWriter(database, context, begin);
  for (let looked = 0; looked < ids.length; looked += together)
    await asWriter(database, context, (tx) => look(tx, context, ids.slice(looked, looked + together)));
  await asWriter(database, context, async (tx) => {
    tx.send(
      `delete from invoice_readiness r where not exists (
           select from invoice i where i.id = r.invoice_id and i.status = any ($1))`,
      [reportedIn],
    );
    tx.send(
      `insert into invoice_readiness_look (tenant_id, client_id, looked_at, worked_out_at, seen_xact)
         select $1, id, $2, $2, $3::xid8 from client
         on conflict (tenant_id, client_id) do update set looked_at = excluded.looked_at, worked_out_at = excluded.worked_out_at,
           seen_xact = excluded.seen_xact`,
      [context.tenantId, at, xact],
    );
  });
  return ids.length;
}

async function begin(tx: Tx) {
  const [{ at, xact }, rows] = await Promise.all([
    tx.one<{ at: string; xact: string }>(
      'select now() as at, pg_snapshot_xmin(pg_current_snapshot())::text as xact',
      [],
    ),
    tx.fixed<{ id: number }>('select id from invoice where status = any ($1) order by id', [reportedIn]),
  ]);
  return { at, xact, ids: rows.map(({ id }) => id) };
}

async function look(tx: Tx, context: Context, ids: readonly number[]): Promise<void> {
  const rows = [...(await previewOf(tx, context, ids))].map(([id, { problem }]) => ({
    id,
    code: problem && firstProblem(problem).code,
  }));
  tx.send(
    `insert into invoice_readiness as kept (tenant_id, invoice_id, code)
     select $1, r.id, r.code from json_to_recordset($2) as r(id bigint, code text)
       join invoice i on i.id = r.id
     on conflict (tenant_id, invoice_id) do update set code = excluded.code
       where kept.code is distinct from excluded.code`,
    [context.tenantId, JSON.stringify(rows)],
  );
}
