import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';

/** Who gets which step where nobody else is named for it (RDEF-02). */
const keys = [
  'user_select_product_id',
  'user_send_order_id',
  'user_clearing_id',
  'user_consignee_id',
  'user_invoice_manual_check_id',
  'user_invoice_clearing_id',
];

/** The administrator who sets up the tenant does what nobody is named for yet. */
export async function becomeRoleDefault(tx: Tx, { tenantId, userId }: Context): Promise<void> {
  await tx.as('writer').fixed(
    `insert into configuration (tenant_id, key, model, lb_user_id)
     select $1, key, 'lb_user', $2 from unnest($3::text[]) key
     on conflict do nothing`,
    [tenantId, userId, keys],
  );
}
