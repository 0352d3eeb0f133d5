import { Refused, refuse } from '../../../../base/refusal.ts';
import { type Context, hasRole } from '../../../../platform/context.ts';
import { requireMeans } from '../../../../platform/means.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { seesDashboard } from '../../../dashboard/access.ts';

/** Whether the person sees every document of a company, as a closing needs (DASH-08). */
async function seesWholeCompany(tx: Tx, client: number): Promise<boolean> {
  const { sees } = await tx.one<{ sees: boolean }>(
    `select exists (select from client where id = $1)
       and coalesce(bool_and(app.sees_all(kind) or coalesce(app.scope_client(kind) = $1, false)), false) as sees
     from unnest(app.kinds_on()) as kind`,
    [client],
  );
  return sees;
}

/** Whether the person may read closings of a company: needs the dashboard with prices, and all documents. */
export async function mayReadClosing(tx: Tx, context: Context, client: number): Promise<boolean> {
  return seesDashboard(context) && (await seesWholeCompany(tx, client));
}

/** A closing passes accruals to accounting, like an export of invoices. */
export const closingRole = 'user-export-invoice';

/** Refuses people who may not close months of the company, and acting as another person. */
export async function permitClosing(tx: Tx, context: Context, client: number): Promise<void> {
  requireMeans(context, 'four_eyes');
  const may = hasRole(context, closingRole) && (await mayReadClosing(tx, context, client));
  if (!may) throw new Refused(refuse('permission_denied'));
}
