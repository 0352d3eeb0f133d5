import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { permitModule } from '../../../../platform/server/modules.ts';
import { requireRole } from '../../../../platform/server/required-role.ts';
import type { WrongAccounts } from '../../master-data/preview.ts';
import { numberOfRun } from '../runs/runs.ts';

/** The maximum number of listed bookings, newest first. */
const maxReported = 200;

interface WrongRow {
  readonly invoice_id: number;
  readonly invoice_number: string | null;
  readonly run_number: number;
  readonly left_as: string;
  readonly meant: string;
}

/**
 * Bookings exported with zeros appended to an account of class 0 instead of prepended, and not reversed (EXP-10), as
 * far as the administrator sees them. Refuses with `permission_denied`.
 */
export async function wrongAccounts(tx: Tx, context: Context): Promise<WrongAccounts> {
  requireRole(context, 'user-admin');
  const writer = tx.as('writer');
  await permitModule(writer, 'invoice');
  const found = await writer.fixed<WrongRow>(
    `select w.invoice_id, i.invoice_number_formatted as invoice_number, w.run_number, w.left_as, w.meant
     from app.accounts_that_left_wrongly() w join invoice i on i.id = w.invoice_id order by w.entry_id desc, w.left_as`,
  );
  const visible = await tx.fixed<{ id: number }>('select id from invoice where id = any ($1)', [
    found.map(({ invoice_id }) => invoice_id),
  ]);
  const ids = new Set(visible.map(({ id }) => id));
  const reported = found.filter(({ invoice_id }) => ids.has(invoice_id));
  return {
    count: reported.length,
    accounts: reported
      .slice(0, maxReported)
      .map(({ run_number, ...row }) => ({ ...row, run: numberOfRun({ running_number: run_number }) })),
  };
}
