-- Lets an auditor enter during the access period, with a logged request and read-only. The server sets
-- `app.own_matters` before if the transaction itself writes the log or the auditor's own data.
create or replace function app.enter_as_auditor(in_tenant bigint, in_person bigint, in_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  auditor record;
begin
  select u.auditor_client_id, u.auditor_from, u.auditor_until, u.auditor_ends_on into strict auditor
    from public.lb_user u where u.tenant_id = in_tenant and u.id = in_person;
  if app.is_over(in_tenant, auditor.auditor_ends_on) then
    raise exception 'auditor_ended' using errcode = '28000', detail = auditor.auditor_ends_on::text;
  end if;
  perform
    set_config('app.client_id', auditor.auditor_client_id::text, true),
    set_config('app.auditor_client', auditor.auditor_client_id::text, true),
    set_config('app.auditor_from', auditor.auditor_from::text, true),
    set_config('app.auditor_until', auditor.auditor_until::text, true);
  if coalesce(current_setting('app.own_matters', true), '') = 'on' then
    return;
  end if;
  -- Jobs and mail links have no request, and auditors have neither.
  if in_version is null or not exists (
      select from public.auditor_access a where a.tenant_id = in_tenant
        and a.request_id = nullif(current_setting('app.request_id', true), '')::uuid and a.lb_user_id = in_person) then
    raise exception 'permission denied for table auditor_access' using errcode = '42501';
  end if;
  perform set_config('transaction_read_only', 'on', true);
end
$$;
