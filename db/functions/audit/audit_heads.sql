-- The newest link of every tenant, except those with a closed audit.
create or replace function app.audit_heads() returns table (tenant_id bigint, "position" bigint, link bytea)
language sql stable security definer set search_path = ''
begin atomic
  select t.id, last.position, last.link
    from public.tenant t
    cross join lateral (select l.position, l.link from public.audit_link l
      where l.tenant_id = t.id order by l.position desc limit 1) last
    where not exists (select from public.audit_closing c where c.deleted_tenant_id = t.id);
end;
grant execute on function app.audit_heads() to gate;
