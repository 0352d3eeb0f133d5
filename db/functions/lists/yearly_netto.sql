-- The net value of a contract in lists and sums, in its currency: the yearly value; usage billing and items without an
-- interval count once by their expected value (CON-37, CON-39).
create or replace function app.yearly_netto(k public.contract) returns numeric
language sql stable set search_path to '' as $$
  with lines as (
    select l.total, coalesce(l.usage_type, k.usage_type) as usage from public.contract_line l
      where l.tenant_id = k.tenant_id and l.contract_id = k.id
    union all
    select k.total_netto, k.usage_type where not exists (
      select from public.contract_line l where l.tenant_id = k.tenant_id and l.contract_id = k.id)
  )
  select sum(l.total * case l.usage when 'monthly' then 12 when 'quarterly' then 4 when 'semiannually' then 2 else 1 end)
  from lines l
$$;
