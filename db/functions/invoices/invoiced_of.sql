-- Invoiced amount of an order in its currency: net, and without credit notes. `in_rate` is from `app.known_rate`; invoices
-- whose rate is unknown are left out.
create or replace function app.invoiced_of(in_tenant bigint, in_procurement bigint, in_currency text, in_rate numeric)
returns table (net numeric, charged numeric)
language sql stable set search_path = '' as $$
  select coalesce(sum(s.net), 0), coalesce(sum(s.net) filter (where s.net > 0), 0) from (
    select app.in_currency(net, currency, exchange_rate, in_currency, in_rate) as net
    from app.shares_of_orders(in_tenant, array[in_procurement])
  ) s
$$;
grant execute on function app.invoiced_of(bigint, bigint, text, numeric) to writer;
