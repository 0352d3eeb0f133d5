-- Deferred, to run when the document's new timeline exists, with the final version of the transaction. A head has
-- timeline and kind; for other rows they are looked up.
create or replace function app.announce_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moved bigint;
begin
  if tg_table_name in ('procurement', 'invoice', 'contract') then
    perform pg_notify('live', json_build_object(
        'tenant', tenant_id, 'kind', tg_table_name, 'id', new.id, 'version', content_version)::text)
      from public.timeline where tenant_id = new.tenant_id and id = new.timeline_id;
    return null;
  elsif tg_table_name = 'timeline' then
    moved := new.id;
  else
    select timeline_id into moved from public.procurement where tenant_id = new.tenant_id and id = new.procurement_id;
  end if;
  perform pg_notify('live', json_build_object(
      'tenant', t.tenant_id, 'kind', d.kind, 'id', d.id, 'version', t.content_version)::text)
    from public.timeline t
    cross join lateral (
      select 'procurement' as kind, p.id from public.procurement p where p.tenant_id = t.tenant_id and p.timeline_id = t.id
      union all
      select 'invoice', i.id from public.invoice i where i.tenant_id = t.tenant_id and i.timeline_id = t.id
      union all
      select 'contract', c.id from public.contract c where c.tenant_id = t.tenant_id and c.timeline_id = t.id
    ) d
    where t.tenant_id = new.tenant_id and t.id = moved;
  return null;
end
$$;
