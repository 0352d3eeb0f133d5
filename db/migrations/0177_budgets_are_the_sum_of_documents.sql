-- A document in the currency of its company has no rate: whatever is given counts as 1 everywhere (BUD-08, PRICE-04).
create function app.own_currency() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.exchange_rate is not null and new.currency = (
    select c.currency from public.client c where c.tenant_id = new.tenant_id and c.id = new.client_id
  ) then
    new.exchange_rate := null;
    new.rate_date := null;
    new.rate_source := null;
  end if;
  return new;
end
$$;
create trigger own_currency before insert or update of client_id, currency, exchange_rate on procurement
  for each row execute function app.own_currency();
create trigger own_currency before insert or update of client_id, currency, exchange_rate on invoice
  for each row execute function app.own_currency();

-- A company that changes its currency makes the rates of documents in it void.
create function app.own_currency_of_company() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.procurement set exchange_rate = null, rate_date = null, rate_source = null
    where tenant_id = new.tenant_id and client_id = new.id and currency = new.currency and exchange_rate is not null;
  update public.invoice set exchange_rate = null, rate_date = null, rate_source = null
    where tenant_id = new.tenant_id and client_id = new.id and currency = new.currency and exchange_rate is not null;
  return null;
end
$$;
create trigger own_currency after update of currency on client
  for each row when (old.currency is distinct from new.currency) execute function app.own_currency_of_company();

-- What came stays bound when its order is cancelled, until its invoice comes; freight of an order that was cancelled does not (BUD-08).
create or replace function app.came_of(in_status text, in_kind text, in_quantity numeric, in_received numeric) returns numeric
language sql immutable parallel safe
return case
  when in_status in ('completed', 'declined') and in_kind = 'item' and in_quantity > 0 then in_received / in_quantity
  when in_status = 'declined' then 0
  else 1 end;

create or replace function app.worth_of_order(in_tenant bigint, in_id bigint) returns numeric
language sql stable as $$
  select case
    when p.status in ('completed', 'declined') then (
      select coalesce(sum(l.total_netto * app.came_of(p.status, l.kind, l.quantity, l.quantity_received)), 0)
      from public.procurement_line l where l.tenant_id = in_tenant and l.procurement_id = in_id)
    when not app.counts_in_budgets('procurement', p.status) then 0
    else p.total_netto end
  from public.procurement p where p.tenant_id = in_tenant and p.id = in_id
$$;

create or replace function app.amounts_of_orders(in_tenant bigint, in_ids bigint[])
returns table (procurement_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, is_decided boolean, net numeric, committed numeric)
language sql stable as $$
  select p.id, coalesce(l.cost_center_id, p.cost_center_id), coalesce(l.ledger_account_id, p.ledger_account_id), p.day, p.is_decided,
         l.total_netto * p.rate * c.came * p.share, l.total_netto * p.rate * c.came * p.open
  from (
    select p.id, p.cost_center_id, p.ledger_account_id, p.status, coalesce(p.exchange_rate, 1) as rate,
           (p.submitted_at at time zone (select app.time_zone_of(in_tenant)))::date as day,
           p.status <> 'approval' and (p.status <> 'clearing' or p.approved_netto is not null) as is_decided,
           -- Once completely invoiced an order is worth what its invoices take, up to its own value.
           case when p.completely_invoiced then coalesce(least(i.net, i.worth) / nullif(i.worth, 0), 0) else 1 end as share,
           case when p.completely_invoiced then 0
                else coalesce(greatest(0, i.worth - coalesce(i.net, 0)) / nullif(i.worth, 0), 0) end as open
    from public.procurement p
    cross join lateral (
      select net, app.worth_of_order(in_tenant, p.id) as worth
      from app.invoiced_of(in_tenant, p.id, p.currency, p.exchange_rate)
    ) i
    where p.tenant_id = in_tenant and p.id = any (in_ids)
      and (app.counts_in_budgets('procurement', p.status) or p.status = 'declined' and i.worth > 0)
  ) p
  join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = p.id
  cross join lateral (select app.came_of(p.status, l.kind, l.quantity, l.quantity_received) as came) c
$$;

do $$
declare
  one record;
begin
  update procurement p set exchange_rate = null, rate_date = null, rate_source = null from client c
    where c.tenant_id = p.tenant_id and c.id = p.client_id and c.currency = p.currency and p.exchange_rate <> 1;
  update invoice i set exchange_rate = null, rate_date = null, rate_source = null from client c
    where c.tenant_id = i.tenant_id and c.id = i.client_id and c.currency = i.currency and i.exchange_rate <> 1;
  for one in
    select p.tenant_id, array_agg(p.id) as ids from procurement p
      where p.status = 'declined' and exists (select from procurement_line l
        where l.tenant_id = p.tenant_id and l.procurement_id = p.id and l.quantity_received > 0)
      group by p.tenant_id
  loop
    perform app.keep_budget_amounts(one.tenant_id, 'procurement', one.ids);
  end loop;
end
$$;
