-- Starts a deletion and returns its id. The caller has checked what may be deleted; for every caller a tenant must be
-- archived and have no held documents.
create or replace function app.start_deletion(in_tenant bigint, in_kind text, in_first date, in_last date, in_sha256 text, in_made_at timestamptz,
  in_preview jsonb) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  started bigint;
  zone text := app.zone_of_tenant(in_tenant);
begin
  if not app.is_operator() or in_kind = 'tenant' and (
      in_tenant = app.tenant_id()
      or not exists (select from public.tenant where id = in_tenant and status = 'archived')
      or exists (select from public.procurement where tenant_id = in_tenant and legal_hold is not null)
      or exists (select from public.invoice where tenant_id = in_tenant and legal_hold is not null)
      or exists (select from public.contract where tenant_id = in_tenant and legal_hold is not null)) then
    raise exception 'permission denied for table tenant' using errcode = '42501';
  end if;
  insert into public.deletion (deleted_tenant_id, kind, name, first_day, last_day, first_at, end_at, operator_tenant_id, operator_id,
      operator_name, archive_sha256, archive_made_at, step, expected)
    select t.id, in_kind, t.name, in_first, in_last, in_first::timestamp at time zone zone, (in_last + 1)::timestamp at time zone zone,
      u.tenant_id, u.id, u.name, in_sha256, in_made_at, case in_kind when 'tenant' then 'count' else 'documents' end,
      case in_kind when 'tenant' then '{}' else in_preview end
    from public.tenant t, public.lb_user u
    where t.id = in_tenant and u.tenant_id = app.tenant_id() and u.id = app.user_id()
    returning id into started;
  perform app.queue_deletion();
  return started;
end
$$;
grant execute on function app.start_deletion(bigint, text, date, date, text, timestamptz, jsonb) to operator;
