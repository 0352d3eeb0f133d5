create or replace function app.close_audit() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.audit_closing (deleted_tenant_id, name, position, link, unsealed, actor_id)
    select old.id, old.name, coalesce(max(h.position), 0), (array_agg(h.link))[1],
           (select count(*) from public.audit_log a where a.tenant_id = old.id) - coalesce(max(h.position), 0), app.actor_id()
      from app.audit_heads() h where h.tenant_id = old.id;
  return old;
end
$$;
