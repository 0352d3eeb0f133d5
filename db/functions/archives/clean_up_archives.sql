-- The data of an archive are deleted after 30 days; the record of it, its hash and who received it stay (ARC-03).
create or replace function app.clean_up_archives() returns void
language sql security definer set search_path = '' as $$
  with ended as (
    update public.archive set state = 'expired'
    where state = 'done' and finished_at < now() - interval '30 days' returning tenant_id, id
  )
  delete from public.archive_member m
  where exists (select from ended e where e.tenant_id = m.tenant_id and e.id = m.archive_id)
    or exists (select from public.archive a where a.tenant_id = m.tenant_id and a.id = m.archive_id and a.state = 'failed')
$$;
grant execute on function app.clean_up_archives() to gate;
