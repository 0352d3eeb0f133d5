import { StartError } from '../../../platform/server/start-error.ts';
import { removeRows, withoutTriggers } from './copy.ts';
import { claim, openPlace, type Place } from './place.ts';
import { statusAt, tenantOf } from './preparation.ts';

/**
 * Removes what a moved tenant left at its old place, once it works at the new one. Its name and its new address stay,
 * and where its audit ended (AUD-09).
 *
 * @throws StartError unless the tenant has moved and is active at the new place
 */
export async function removeMoved(name: string, from: Place, to: Place): Promise<void> {
  await using open = new AsyncDisposableStack();
  const here = await openPlace(from, open);
  const there = await openPlace(to, open);
  const tenant = await tenantOf(here.control, name);
  await claim(here, tenant.id);
  await claim(there, tenant.id);
  const isThere = (await statusAt(there.control, tenant.id)) === 'active';
  if (tenant.status !== 'moved' || !isThere)
    throw new StartError(`${tenant.name} has not moved to that place completely. Nothing was removed.`);
  await here.control.query(
    `insert into public.audit_closing (deleted_tenant_id, name, position, link, unsealed)
     select t.id, t.name, coalesce(h.position, 0), h.link,
       (select count(*) from public.audit_log a where a.tenant_id = t.id) - coalesce(h.position, 0)
     from public.tenant t left join app.audit_heads() h on h.tenant_id = t.id
     where t.id = $1 and not exists (select from public.audit_closing where deleted_tenant_id = t.id)`,
    [tenant.id],
  );
  await removeRows(await withoutTriggers(here.control), tenant.id);
}
