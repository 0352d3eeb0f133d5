-- Whether this person may confirm a proposal of the other. Who made a token of a service account knows its secret, so
-- that its proposals may be their own.
create or replace function app.may_confirm(in_tenant bigint, in_person bigint, in_proposer bigint) returns boolean
language sql stable security definer set search_path to '' as $$
  select in_person is distinct from in_proposer and app.administers(in_tenant, in_person)
    and not app.made_lately(in_tenant, in_person, in_proposer)
    and not exists (select from public.service_token s where s.tenant_id = in_tenant and s.lb_user_id = in_proposer
      and (s.maker_id = in_person or app.made_lately(in_tenant, in_person, s.maker_id)))
$$;
grant execute on function app.may_confirm(bigint, bigint, bigint) to writer;
