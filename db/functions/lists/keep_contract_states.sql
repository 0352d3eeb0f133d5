-- Records changes of contracts from today on. The first state of a signed contract counts from the day of its
-- signature, but not in a closed month.
create or replace function app.keep_contract_states(in_tenant bigint, in_ids bigint[]) returns void
language plpgsql
security definer
set search_path to ''
set plan_cache_mode to 'force_generic_plan' as $$
declare
  today date := app.day_of_tenant(in_tenant, now());
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('closed month', in_tenant));
  with changed as materialized (
    select f.*, l.id as last_id
    from app.facts_of_contracts(in_tenant, in_ids) f
    left join public.contract_state l on l.tenant_id = in_tenant and l.contract_id = f.contract_id and l.until = 'infinity'
    where (l.id is not null or f.facts ->> 'signed_on' is not null) and (f.facts, f.lines) is distinct from (l.facts, l.lines)
  ), replaced as (
    delete from public.contract_state v using changed c
    where v.tenant_id = in_tenant and v.id = c.last_id and v.since >= today
  ), ended as (
    update public.contract_state v set until = today from changed c
    where v.tenant_id = in_tenant and v.id = c.last_id and v.since < today
  )
  insert into public.contract_state (tenant_id, contract_id, since, facts, lines)
  select in_tenant, c.contract_id, case when c.last_id is null then app.first_open_day(in_tenant, (c.facts ->> 'client_id')::bigint) else today end, c.facts, c.lines
  from changed c;
end
$$;
