-- What a contract costs net in a year, in its currency, as far as that is certain: what is billed by use, or for no interval, has no
-- yearly value (CON-27, CON-37). Null where nothing of it is certain.
create or replace function app.yearly_netto(k public.contract) returns numeric
language sql stable set search_path to '' as $$
  with lines as (
    select l.total, coalesce(l.usage_type, k.usage_type) as usage from public.contract_line l
      where l.tenant_id = k.tenant_id and l.contract_id = k.id
    union all
    select k.total_netto, k.usage_type where not exists (
      select from public.contract_line l where l.tenant_id = k.tenant_id and l.contract_id = k.id)
  )
  select sum(l.total * case l.usage when 'monthly' then 12 when 'quarterly' then 4 when 'semiannually' then 2 when 'yearly' then 1 end)
  from lines l
$$;
