-- Whether the person or group may be assigned decisions.
create or replace function app.may_be_named(in_tenant bigint, in_person bigint) returns boolean
language sql stable security definer set search_path to '' as $$
  select not exists (select from public.lb_user u where u.tenant_id = in_tenant and u.id = in_person
    and (not u.active or u.blocked or u.is_system or u.auditor_ends_on is not null))
$$;
grant execute on function app.may_be_named(bigint, bigint) to writer;
