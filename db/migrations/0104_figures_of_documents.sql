-- The dashboard adds amounts of many documents (DASH-03 to DASH-05). Each document is worth its net in the currency of its
-- company, which the rows of the lists carry, so that a sum is one pass over one index.
alter table document
  add column company_currency text not null default 'EUR',
  add column company_netto numeric(14,2) not null default 0;
alter table document alter column company_currency drop default, alter column company_netto drop default;
grant select (company_currency) on document to reader, reader_price;
grant select (company_netto) on document to reader_price;
-- The overview finds invoices by their date, too (OVW-03).
create index on document (tenant_id, invoice_date, timeline_id) where invoice_date is not null;

-- The rows are written as before (0052), with two columns more. A contract has no currency but that of its company.
do $list$
declare
  kind text;
  source text;
  currency text := '(select c.currency from public.client c where c.tenant_id = in_tenant and c.id = h.client_id)';
begin
  foreach kind in array array['procurement', 'invoice', 'contract'] loop
    source := pg_get_functiondef(format('app.moving_%s(bigint, bigint)', kind)::regprocedure);
    source := replace(source, 'total_brutto numeric,', 'total_brutto numeric, company_currency text, company_netto numeric,');
    if kind = 'contract' then
      source := replace(source, '''EUR'', h.total_netto, null::numeric,',
        format('coalesce(%1$s, ''EUR''), h.total_netto, null::numeric, coalesce(%1$s, ''EUR''), h.total_netto,', currency));
    else
      source := replace(source, 'h.total_brutto,', format('h.total_brutto, coalesce(%s, h.currency), '
        'round(h.total_netto * coalesce(h.exchange_rate, 1), 2),', currency));
    end if;
    execute format('drop function app.moving_%s(bigint, bigint)', kind);
    execute source;
    execute format('revoke execute on function app.moving_%s(bigint, bigint) from public', kind);
    execute replace(replace(pg_get_functiondef(format('app.list_%s(bigint, bigint[], boolean)', kind)::regprocedure),
      ' d.total_brutto,', ' d.total_brutto, d.company_currency, d.company_netto,'),
      ' total_brutto,', ' total_brutto, company_currency, company_netto,');
  end loop;
end
$list$;

update document d set company_currency = m.company_currency, company_netto = m.company_netto, currency = m.currency
  from (
    select p.tenant_id, 'procurement' as kind, p.id, p.currency, coalesce(c.currency, p.currency) as company_currency,
        round(p.total_netto * coalesce(p.exchange_rate, 1), 2) as company_netto
      from procurement p left join client c on c.tenant_id = p.tenant_id and c.id = p.client_id
    union all
    select i.tenant_id, 'invoice', i.id, i.currency, coalesce(c.currency, i.currency),
        round(i.total_netto * coalesce(i.exchange_rate, 1), 2)
      from invoice i left join client c on c.tenant_id = i.tenant_id and c.id = i.client_id
    union all
    select k.tenant_id, 'contract', k.id, coalesce(c.currency, 'EUR'), coalesce(c.currency, 'EUR'), k.total_netto
      from contract k left join client c on c.tenant_id = k.tenant_id and c.id = k.client_id
  ) m
  where m.tenant_id = d.tenant_id and m.kind = d.kind and m.id = d.id;

-- What of an order is not invoiced yet is committed; the rest of what it counts is invoiced (BUD-04, DASH-04).
alter table budget_amount add column committed numeric not null default 0;
alter table budget_amount alter column committed drop default;
drop index budget_amount_counted;
create index budget_amount_counted on budget_amount (tenant_id, cost_center_id, day)
  include (ledger_account_id, procurement_id, invoice_id, is_decided, net, committed);

drop function app.amounts_of_orders(bigint, bigint[]);
create function app.amounts_of_orders(in_tenant bigint, in_ids bigint[])
returns table (procurement_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, is_decided boolean,
  net numeric, committed numeric)
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
    where p.tenant_id = in_tenant and p.id = any (in_ids) and app.counts_in_budgets('procurement', p.status)
  ) p
  join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = p.id
  cross join lateral (select app.came_of(p.status, l.kind, l.quantity, l.quantity_received) as came) c
$$;
revoke execute on function app.amounts_of_orders(bigint, bigint[]) from public;

create or replace function app.keep_budget_amounts(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  orders bigint[] := in_documents;
  own bigint[] := '{}';
  invoices bigint[];
begin
  if in_kind not in ('procurement', 'invoice') then
    return;
  end if;
  if in_kind = 'invoice' then
    orders := array(
      select app.orders_of_invoices(in_tenant, in_documents)
      union
      select procurement_id from public.budget_amount
        where tenant_id = in_tenant and invoice_id = any (in_documents) and procurement_id is not null);
    own := in_documents;
  end if;
  -- Of two who change an order and an invoice of it at once, the later one counts what the first has left behind.
  perform from public.procurement where tenant_id = in_tenant and id = any (orders) order by id for no key update;
  with counted as materialized (
    select procurement_id, cost_center_id, ledger_account_id, day, is_decided, sum(net) as net, sum(committed) as committed
      from app.amounts_of_orders(in_tenant, orders)
      where cost_center_id is not null and day is not null group by 1, 2, 3, 4, 5
  ), gone as (
    delete from public.budget_amount
    where tenant_id = in_tenant and procurement_id = any (orders) and invoice_id is null
      and (procurement_id, cost_center_id, coalesce(ledger_account_id, 0)) not in (
        select procurement_id, cost_center_id, coalesce(ledger_account_id, 0) from counted)
  )
  insert into public.budget_amount as b
      (tenant_id, procurement_id, cost_center_id, ledger_account_id, day, is_decided, net, committed)
    select in_tenant, procurement_id, cost_center_id, ledger_account_id, day, is_decided, net, committed from counted
    where (procurement_id, cost_center_id, coalesce(ledger_account_id, 0), day, is_decided, net, committed) not in (
      select procurement_id, cost_center_id, coalesce(ledger_account_id, 0), day, is_decided, net, committed
      from public.budget_amount where tenant_id = in_tenant and procurement_id = any (orders) and invoice_id is null)
  on conflict (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id) do update
    set day = excluded.day, is_decided = excluded.is_decided, net = excluded.net, committed = excluded.committed;
  invoices := own || array(
    select invoice_id from app.shares_of_orders(in_tenant, orders)
    union
    select id from public.invoice where tenant_id = in_tenant and procurement_id = any (orders)
    union
    select invoice_id from public.budget_amount
      where tenant_id = in_tenant and procurement_id = any (orders) and invoice_id is not null);
  if invoices = '{}' then
    return;
  end if;
  with counted as materialized (
    select procurement_id, invoice_id, cost_center_id, ledger_account_id, day, sum(net) as net
      from app.amounts_of_invoices(in_tenant, invoices)
      where cost_center_id is not null and day is not null
        and (invoice_id = any (own) or procurement_id = any (orders)) group by 1, 2, 3, 4, 5
  ), gone as (
    delete from public.budget_amount
    where tenant_id = in_tenant and invoice_id = any (invoices)
      and (invoice_id = any (own) or procurement_id = any (orders))
      and (coalesce(procurement_id, 0), invoice_id, cost_center_id, coalesce(ledger_account_id, 0)) not in (
        select coalesce(procurement_id, 0), invoice_id, cost_center_id, coalesce(ledger_account_id, 0) from counted)
  )
  insert into public.budget_amount as b
      (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id, day, is_decided, net, committed)
    select in_tenant, procurement_id, invoice_id, cost_center_id, ledger_account_id, day, true, net, 0 from counted
  on conflict (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id) do update
    set day = excluded.day, is_decided = excluded.is_decided, net = excluded.net
    where (b.day, b.is_decided, b.net) is distinct from (excluded.day, excluded.is_decided, excluded.net);
end
$$;

-- What is there already is counted by the documents themselves: an order without invoices is committed whole.
update budget_amount b set committed = c.committed
  from (
    select t.id as tenant_id, a.procurement_id, a.cost_center_id, a.ledger_account_id, sum(a.committed) as committed
      from tenant t
      cross join lateral app.amounts_of_orders(t.id, array(
        select distinct procurement_id from budget_amount where tenant_id = t.id and invoice_id is null)) a
      group by 1, 2, 3, 4
  ) c
  where b.tenant_id = c.tenant_id and b.procurement_id = c.procurement_id and b.invoice_id is null
    and b.cost_center_id = c.cost_center_id and b.ledger_account_id is not distinct from c.ledger_account_id;

-- What the budgets of these cost centers that are valid on a day have been used for, by month (DASH-04). The parts of a
-- budget are added before they are rounded, as `app.budget_use` does it.
create function app.budget_months(in_cost_centers bigint[], in_day date)
returns table (budget_id bigint, month date, consumed numeric, committed numeric)
language sql stable security definer set search_path = '' as $$
  with wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  )
  select b.id, date_trunc('month', a.day)::date, sum(a.net), sum(a.committed)
  from wanted b
  join public.budget_amount a on a.tenant_id = (select app.tenant_id()) and a.cost_center_id = b.cost_center_id
    and a.day between b.start and b."end"
    and case
      when b.ledger_account_id is not null then a.ledger_account_id = b.ledger_account_id
      when b.not_allocated then not exists (
        select from wanted other
        where other.cost_center_id = b.cost_center_id and other.ledger_account_id = a.ledger_account_id)
      else true end
  where app.has_role('user-price')
  group by 1, 2
$$;
revoke execute on function app.budget_months(bigint[], date) from public;
grant execute on function app.budget_months(bigint[], date) to reader_price;

-- What orders contain, by product and unit: the products of the catalogue, else the article of a supplier (DASH-04).
create function app.ordered_products(in_orders bigint[])
returns table (product_id bigint, supplier_id bigint, item_number text, unit text, currency text, quantity numeric, net numeric)
language sql stable security definer set search_path = '' as $$
  select l.product_id, case when l.product_id is null then l.supplier_id end,
      case when l.product_id is null then l.item_number end, coalesce(l.unit, ''), coalesce(c.currency, p.currency),
      sum(l.quantity), sum(l.total_netto * coalesce(p.exchange_rate, 1))
    from public.procurement p
    join public.procurement_line l on l.tenant_id = p.tenant_id and l.procurement_id = p.id
    left join public.client c on c.tenant_id = p.tenant_id and c.id = p.client_id
    where p.tenant_id = app.tenant_id() and p.id = any (in_orders) and l.kind = 'item'
      and (l.product_id is not null or l.item_number is not null) and app.has_role('user-price')
    group by 1, 2, 3, 4, 5
$$;
revoke execute on function app.ordered_products(bigint[]) from public;
grant execute on function app.ordered_products(bigint[]) to reader_price;

-- The days of the dashboard are those of the tenant (GEN-14).
grant execute on function app.time_zone() to reader, reader_price;
