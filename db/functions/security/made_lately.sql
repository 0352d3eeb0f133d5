-- Whether one person was created by another within the last seven days.
create or replace function app.made_lately(in_tenant bigint, in_person bigint, in_maker bigint) returns boolean
language sql stable security definer set search_path to '' as $$
  select exists (select from public.lb_user u where u.tenant_id = in_tenant and u.id = in_person
    and u.made_by_id = in_maker and u.made_at > now() - interval '7 days')
$$;
grant execute on function app.made_lately(bigint, bigint, bigint) to writer;
