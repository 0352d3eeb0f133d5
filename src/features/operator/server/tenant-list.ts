import type { Tx } from '../../../platform/server/database.ts';
import type { ListedTenant, TenantListAnswer } from '../model.ts';

/** Tenants with figures of a month that begins on day `$1`. */
export const tenantsSql = `
  select t.id, t.name, t.status, t.contact_email, t.created_at, t.archived_at, f.documents, f.orders, f.invoices,
    case when g.id is not null then json_build_object('state', g.state, 'done', g.done, 'total', g.total) end as deletion
  from tenant t
  cross join lateral (select app.zone_of_tenant(t.id) as zone offset 0) z
  cross join lateral (
    select count(*)::integer as documents, count(*) filter (where d.kind = 'procurement')::integer as orders,
      count(*) filter (where d.kind = 'invoice')::integer as invoices
    from document d
    where d.tenant_id = t.id and d.created_at >= $1::timestamp at time zone z.zone
      and d.created_at < ($1::timestamp + interval '1 month') at time zone z.zone
  ) f
  left join app.deletion_log(true) g on g.tenant_id = t.id and g.kind = 'tenant'
  order by t.name, t.id`;

/**
 * All tenants by name, with documents created in a month (`YYYY-MM`) of their time zones (OP-01). Counts use only the
 * index of a tenant's documents by day.
 */
export async function listTenants(tx: Tx, month: string): Promise<TenantListAnswer> {
  return { tenants: await tx.fixed<ListedTenant>(tenantsSql, [`${month}-01`]) };
}
