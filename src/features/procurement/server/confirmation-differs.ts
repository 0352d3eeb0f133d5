import { planDigests } from '../../../document/server/notify.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { InputOf } from './input.ts';
import type { StoredProcurement } from './store.ts';

/**
 * Notifies the order sender, else the creator, that the confirmation just recorded deviates from the order (PROC-36),
 * once per confirmation, but not the person who recorded it. Runs as writer, after the confirmation is saved.
 */
export async function notifyOfDifferences(
  tx: Tx,
  context: Context,
  { id }: Pick<StoredProcurement, 'id'>,
  { supplier_id, marketplace_id = null, comment }: InputOf<'record_confirmation'>,
): Promise<void> {
  tx.send(
    `with confirmed as (
       select c.tenant_id, c.difference_count, o.id as order_id, coalesce(m.name, s.name) as supplier, p.timeline_id, p.creator_id
       from procurement_supplier_order o
       join order_confirmation c on c.supplier_order_id = o.id
       join procurement p on p.id = o.procurement_id
       join supplier s on s.id = o.supplier_id
       left join marketplace m on m.id = o.marketplace_id
       where o.procurement_id = $1 and o.supplier_id = $2 and o.marketplace_id is not distinct from $3::bigint
       order by c.id desc limit 1),
     responsible as (
       select u.id from confirmed c
       cross join lateral (
         select l.id as sent, l.created_by_id as person from procurement_order_letter l
         where l.supplier_order_id = c.order_id and l.state = 'sent'
         union all select 0, c.creator_id) candidate
       join lb_user u on u.id = candidate.person and u.active and not u.blocked and not u.is_group and not u.is_system
       order by candidate.sent desc limit 1),
     added as (
       insert into notification (tenant_id, lb_user_id, kind, timeline_entry_id, payload)
       select c.tenant_id, r.id, 'confirmation_differs', e.id,
         json_build_object('sender_id', $4::bigint, 'actor_id', nullif(app.actor_id(), app.user_id()), 'supplier', c.supplier, 'comment', $5::text)
       from confirmed c
       cross join responsible r
       cross join lateral (
         select id from timeline_entry e where e.timeline_id = c.timeline_id and e.message_code = 'confirmation_differs'
         order by e.entry_no desc limit 1) e
       where c.difference_count > 0 and r.id <> $4
       on conflict do nothing
       returning lb_user_id, sent_at)
     ${planDigests}`,
    [id, supplier_id, marketplace_id, context.userId, comment ?? null],
  );
}
