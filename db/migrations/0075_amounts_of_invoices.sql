-- What invoices take of orders and budgets: in the currency of the order, beside what came of an order that ended with something
-- missing, and less again when they are discarded (PROC-21, BUD-03, BUD-04).

-- An amount in another currency, by way of the company's; rates are company currency per unit.
create function app.in_currency(in_net numeric, in_currency text, in_rate numeric, to_currency text, to_rate numeric) returns numeric
language sql immutable parallel safe
return case when in_currency = to_currency then in_net else round(in_net * coalesce(in_rate, 1) / coalesce(to_rate, 1), 2) end;
grant execute on function app.in_currency(numeric, text, numeric, text, numeric) to writer;

-- What each invoice that counts charges of each of these orders, net and in the currency of the invoice.
create function app.shares_of_orders(in_tenant bigint, in_orders bigint[])
returns table (procurement_id bigint, invoice_id bigint, invoice_date date, net numeric, currency text, exchange_rate numeric)
language sql stable set search_path = '' as $$
  select i.procurement_id, i.id, i.invoice_date, i.total_netto - coalesce((
      select sum(l.total_netto) from public.invoice_line l
      join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
      where l.tenant_id = in_tenant and l.invoice_id = i.id and o.procurement_id <> i.procurement_id), 0),
      i.currency, i.exchange_rate
    from public.invoice i
    where i.tenant_id = in_tenant and i.procurement_id = any (in_orders) and app.counts_in_budgets('invoice', i.status)
  union all
  select o.procurement_id, i.id, i.invoice_date, sum(l.total_netto), i.currency, i.exchange_rate
    from public.procurement_line o
    join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
    join public.invoice i on i.tenant_id = in_tenant and i.id = l.invoice_id
    where o.tenant_id = in_tenant and o.procurement_id = any (in_orders)
      and i.procurement_id is distinct from o.procurement_id and app.counts_in_budgets('invoice', i.status)
    group by o.procurement_id, i.id, i.invoice_date, i.currency, i.exchange_rate
$$;
grant execute on function app.shares_of_orders(bigint, bigint[]) to writer;

-- What invoices charge of an order in its currency: all of it, and without what credit notes give back.
create function app.invoiced_of(in_tenant bigint, in_procurement bigint, in_currency text, in_rate numeric)
returns table (net numeric, charged numeric)
language sql stable set search_path = '' as $$
  select coalesce(sum(s.net), 0), coalesce(sum(s.net) filter (where s.net > 0), 0) from (
    select app.in_currency(net, currency, exchange_rate, in_currency, in_rate) as net
    from app.shares_of_orders(in_tenant, array[in_procurement])
  ) s
$$;
grant execute on function app.invoiced_of(bigint, bigint, text, numeric) to writer;

create or replace function app.take_open_value() returns trigger language plpgsql set search_path = '' as $$
begin
  new.open_value := new.total_netto - case when tg_op = 'INSERT' then 0
    else (select net from app.invoiced_of(new.tenant_id, new.id, new.currency, new.exchange_rate)) end;
  return new;
end
$$;
drop trigger take_open_value on procurement;
create trigger take_open_value before insert or update of total_netto, currency, exchange_rate on procurement
  for each row execute function app.take_open_value();

-- What is still open of an order follows its invoices and their lines.
create or replace function app.pass_invoiced_netto() returns trigger
language plpgsql set search_path = '' as $$
declare
  tenants bigint[];
  orders bigint[];
begin
  if tg_table_name = 'invoice' then
    select array_agg(distinct c.tenant_id), array_agg(distinct o.id) into tenants, orders
    from changed c cross join lateral (
      select c.procurement_id as id where c.procurement_id is not null
      union
      select l.procurement_id from public.invoice_line i
        join public.procurement_line l on l.tenant_id = c.tenant_id and l.id = i.procurement_line_id
        where i.tenant_id = c.tenant_id and i.invoice_id = c.id
    ) o;
  else
    select array_agg(distinct c.tenant_id), array_agg(distinct o.id) into tenants, orders
    from changed c cross join lateral (
      select l.procurement_id as id from public.procurement_line l
        where l.tenant_id = c.tenant_id and l.id = c.procurement_line_id
      union
      select i.procurement_id from public.invoice i
        where i.tenant_id = c.tenant_id and i.id = c.invoice_id and i.procurement_id is not null
    ) o
    where c.procurement_line_id is not null;
  end if;
  if orders is null then
    return null;
  end if;
  -- Whoever touches several orders waits for others in the order in which these wait for him.
  perform from public.procurement p where p.tenant_id = any (tenants) and p.id = any (orders) order by p.id for no key update;
  update public.procurement p set
    open_value = p.total_netto - touched.net,
    completely_invoiced = case
      when p.type <> 'single_invoice' then p.completely_invoiced
      when touched.net > 0 and touched.net >= p.total_netto then true
      -- What its invoices made complete is open again without them; a credit note opens nothing, as nothing more is to come.
      when p.open_value <= 0 and touched.charged < p.total_netto then false
      else p.completely_invoiced end
    from (
      select o.tenant_id, o.id, i.net, i.charged
      from public.procurement o cross join lateral app.invoiced_of(o.tenant_id, o.id, o.currency, o.exchange_rate) i
      where o.tenant_id = any (tenants) and o.id = any (orders)
    ) touched
    where p.tenant_id = touched.tenant_id and p.id = touched.id and p.open_value is distinct from p.total_netto - touched.net;
  return null;
end
$$;
drop function app.invoiced_netto(bigint, bigint);

-- How much of an ordered line counts: of an order that is finished with something missing what came, not what was ordered.
create function app.came_of(in_status text, in_kind text, in_quantity numeric, in_received numeric) returns numeric
language sql immutable parallel safe
return case when in_status = 'completed' and in_kind = 'item' and in_quantity > 0 then in_received / in_quantity else 1 end;

-- What an order takes of budgets while it waits for its invoices, in its own currency.
create function app.worth_of_order(in_tenant bigint, in_id bigint) returns numeric
language sql stable as $$
  select case
    when not app.counts_in_budgets('procurement', p.status) then 0
    when p.status <> 'completed' then p.total_netto
    else (
      select coalesce(sum(l.total_netto * app.came_of(p.status, l.kind, l.quantity, l.quantity_received)), 0)
      from public.procurement_line l where l.tenant_id = in_tenant and l.procurement_id = in_id)
    end
  from public.procurement p where p.tenant_id = in_tenant and p.id = in_id
$$;
revoke execute on function app.came_of(text, text, numeric, numeric), app.worth_of_order(bigint, bigint) from public;

create or replace function app.amounts_of_orders(in_tenant bigint, in_ids bigint[])
returns table (
  procurement_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, is_decided boolean, net numeric
) language sql stable as $$
  select p.id, coalesce(l.cost_center_id, p.cost_center_id), coalesce(l.ledger_account_id, p.ledger_account_id), p.day, p.is_decided,
         l.total_netto * p.rate * p.share * app.came_of(p.status, l.kind, l.quantity, l.quantity_received)
  from (
    select p.id, p.cost_center_id, p.ledger_account_id, p.status, coalesce(p.exchange_rate, 1) as rate,
           (p.submitted_at at time zone (select app.time_zone_of(in_tenant)))::date as day,
           p.status <> 'approval' and (p.status <> 'clearing' or p.approved_netto is not null) as is_decided,
           -- Once completely invoiced an order is worth what its invoices take, up to its own value.
           case when p.completely_invoiced then coalesce(least(i.net, i.worth) / nullif(i.worth, 0), 0) else 1 end as share
    from public.procurement p
    left join lateral (
      select net, app.worth_of_order(in_tenant, p.id) as worth
      from app.invoiced_of(in_tenant, p.id, p.currency, p.exchange_rate)
    ) i on p.completely_invoiced
    where p.tenant_id = in_tenant and p.id = any (in_ids) and app.counts_in_budgets('procurement', p.status)
  ) p
  join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = p.id
$$;

-- What invoices take of budgets: in the period and scope of their orders up to the worth of these, the excess by their own
-- date (BUD-03). An invoice without lines is one booking.
create or replace function app.amounts_of_invoices(in_tenant bigint, in_ids bigint[])
returns table (
  procurement_id bigint, invoice_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, net numeric
) language sql stable as $$
  with shares as materialized (
    select s.procurement_id, s.invoice_id, s.invoice_date,
      app.in_currency(s.net, s.currency, s.exchange_rate, p.currency, p.exchange_rate) as net
    from app.shares_of_orders(in_tenant, array(select app.orders_of_invoices(in_tenant, in_ids))) s
    join public.procurement p on p.tenant_id = in_tenant and p.id = s.procurement_id
  ), beyond as (
    -- All invoices of an order up to this one, whenever they came and whatever they are counted on.
    select s.procurement_id, s.invoice_id,
      coalesce((greatest(0, u.net - u.worth) - greatest(0, u.net - s.net - u.worth)) / nullif(s.net, 0), 0) as share
    from shares s
    cross join lateral (
      select sum(other.net) as net, app.worth_of_order(in_tenant, s.procurement_id) as worth from shares other
      where other.procurement_id = s.procurement_id
        and (other.invoice_date, other.invoice_id) <= (s.invoice_date, s.invoice_id)
    ) u
    where s.invoice_id = any (in_ids)
  ), lines as (
    select i.id as invoice_id, coalesce(o.procurement_id, i.procurement_id) as procurement_id,
      coalesce(l.cost_center_id, i.cost_center_id) as cost_center_id,
      coalesce(l.ledger_account_id, i.ledger_account_id) as ledger_account_id, i.invoice_date,
      case when l.id is null then i.total_netto else coalesce(l.total_netto, 0) end * coalesce(i.exchange_rate, 1) as net
    from public.invoice i
    left join public.invoice_line l on l.tenant_id = in_tenant and l.invoice_id = i.id
    left join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
    where i.tenant_id = in_tenant and i.id = any (in_ids) and app.counts_in_budgets('invoice', i.status)
  )
  select l.procurement_id, l.invoice_id, l.cost_center_id, l.ledger_account_id, l.invoice_date,
    l.net * case when l.procurement_id is null then 1 else coalesce(b.share, 0) end
  from lines l
  left join beyond b on b.procurement_id = l.procurement_id and b.invoice_id = l.invoice_id
$$;

-- What is kept of one document, for its own check and, where amounts may be seen, for its page.
create function app.kept_amounts(in_kind text, in_id bigint)
returns table (cost_center_id bigint, ledger_account_id bigint, day date, net numeric)
language sql stable set search_path = '' as $$
  select a.cost_center_id, a.ledger_account_id, a.day, a.net from public.budget_amount a
  where in_kind = 'procurement' and a.tenant_id = (select app.tenant_id()) and a.procurement_id = in_id and a.invoice_id is null
  union all
  select a.cost_center_id, a.ledger_account_id, a.day, a.net from public.budget_amount a
  where in_kind = 'invoice' and a.tenant_id = (select app.tenant_id()) and a.invoice_id = in_id
$$;
revoke execute on function app.kept_amounts(text, bigint) from public;
grant execute on function app.kept_amounts(text, bigint) to writer;

create or replace function app.counted_amounts(in_kind text, in_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(a)), '[]') from app.kept_amounts(in_kind, in_id) a having app.has_role('user-price')
$$;

update procurement p set open_value = p.total_netto - i.net
  from procurement o cross join lateral app.invoiced_of(o.tenant_id, o.id, o.currency, o.exchange_rate) i
  where o.tenant_id = p.tenant_id and o.id = p.id and p.open_value <> p.total_netto - i.net;
select app.keep_budget_amounts(tenant_id, 'invoice', array_agg(id)) from invoice group by tenant_id;
