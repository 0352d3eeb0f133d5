-- Whether this person may confirm a proposal of the other.
create or replace function app.may_confirm(in_tenant bigint, in_person bigint, in_proposer bigint) returns boolean
language sql stable security definer set search_path to '' as $$
  select in_person is distinct from in_proposer and app.administers(in_tenant, in_person)
    and not app.made_lately(in_tenant, in_person, in_proposer)
$$;
grant execute on function app.may_confirm(bigint, bigint, bigint) to writer;
