-- The rate of a document: company currency per unit. 1 in the currency of its company, or without a company; null while
-- the rate is unknown, so that no sum contains such amounts (PRICE-07).
create or replace function app.known_rate(in_tenant bigint, in_client bigint, in_currency text, in_rate numeric) returns numeric
language sql stable set search_path to '' as $$
  select case when in_rate is not null then in_rate
    when not exists (select from public.client c where c.tenant_id = in_tenant and c.id = in_client and c.currency <> in_currency) then 1 end
$$;
grant execute on function app.known_rate(bigint, bigint, text, numeric) to writer;
