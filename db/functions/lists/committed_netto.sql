-- The current net commitment of a contract in its own currency; for an amendment from today on.
create or replace function app.committed_netto(k public.contract) returns numeric
language sql stable set search_path to '' as $$
  with span as (
    select coalesce(k.next_possible_contract_end, k.end_date) as until, case
      when k.start_date is null then t.today
      when k.amends_id is not null then greatest(k.start_date, t.today)
      else k.start_date end as day
    from (select app.day_of_tenant(k.tenant_id, now()) as today offset 0) t
  ), lines as (
    select l.total, coalesce(l.usage_type, k.usage_type) as usage from public.contract_line l
      where l.tenant_id = k.tenant_id and l.contract_id = k.id
    union all
    select k.total_netto, k.usage_type where not exists (
      select from public.contract_line l where l.tenant_id = k.tenant_id and l.contract_id = k.id)
  )
  select round(sum(l.total * app.intervals_until(s.until, s.day,
      case l.usage when 'monthly' then 1 when 'quarterly' then 3 when 'semiannually' then 6 when 'yearly' then 12 end)), 2)
  from lines l cross join span s
$$;
