-- INV-28: freight beyond what was ordered has a limit of its own, net and in the currency of the invoice.
alter table client add column match_freight_tolerance_amount numeric(10, 2) not null default 0
  check (match_freight_tolerance_amount >= 0);
call app.permission_wall('client');

-- It governs control like the other tolerances (AUTH-37), and open documents are decided by it.
do $register$
declare
  source text := pg_get_functiondef('app.controls()'::regprocedure);
  steering text := pg_get_functiondef('app.steering()'::regprocedure);
begin
  if strpos(source, '(''touchless_invoices'',') = 0 or strpos(steering, 'match_quantity_tolerance_amount,') = 0 then
    raise exception 'app.controls or app.steering is another one';
  end if;
  execute replace(source, '(''touchless_invoices'',',
    '(''match_freight_tolerance_amount'', ''{"match_freight_tolerance_amount": 0}''), (''touchless_invoices'',');
  execute replace(steering, 'match_quantity_tolerance_amount,', 'match_quantity_tolerance_amount,match_freight_tolerance_amount,');
end
$register$;

-- What of invoices charges the lines of their orders, net in the currency of the order: by the line, and as one (null) what names no
-- line. With it the part of an invoice that goes beyond what was ordered there, after all invoices before it.
create function app.charged_of_orders(in_tenant bigint, in_orders bigint[])
returns table (procurement_id bigint, procurement_line_id bigint, invoice_id bigint, net numeric, beyond numeric)
language sql stable set search_path to '' as $$
  with charges as materialized (
    select p.id as procurement_id, o.id as line_id, i.id as invoice_id, i.invoice_date,
      sum(app.in_currency(app.counted_share(i) * case when l.id is null then i.total_netto else coalesce(l.total_netto, 0) end,
        i.currency, i.exchange_rate, p.currency, p.exchange_rate)) as net
    from public.invoice i
    left join public.invoice_line l on l.tenant_id = in_tenant and l.invoice_id = i.id
    left join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
    join public.procurement p on p.tenant_id = in_tenant and p.id = coalesce(o.procurement_id, i.procurement_id)
    where i.tenant_id = in_tenant and app.counts_in_budgets('invoice', i.status) and p.id = any (in_orders)
      and i.id in (select s.invoice_id from app.shares_of_orders(in_tenant, in_orders) s)
    group by p.id, o.id, i.id, i.invoice_date
  )
  select c.procurement_id, c.line_id, c.invoice_id, c.net,
    greatest(0, u.net - w.worth) - greatest(0, u.net - c.net - w.worth)
  from charges c
  cross join lateral (
    select sum(other.net) as net from charges other
    where other.procurement_id = c.procurement_id and other.line_id is not distinct from c.line_id
      and (other.invoice_date, other.invoice_id) <= (c.invoice_date, c.invoice_id)
  ) u
  cross join lateral (
    -- What names no line is held against the lines that nothing names.
    select coalesce(sum(o.total_netto), 0) as worth from public.procurement_line o
    where o.tenant_id = in_tenant and o.procurement_id = c.procurement_id and case when c.line_id is not null then o.id = c.line_id
      else not exists (select from charges named where named.line_id = o.id) end
  ) w
$$;
revoke execute on function app.charged_of_orders(bigint, bigint[]) from public;
grant execute on function app.charged_of_orders(bigint, bigint[]) to writer;

-- As before (0268), but what an invoice takes beyond its order is taken where the line stands that goes beyond (INV-28); where none
-- does, all of them share it.
create or replace function app.amounts_of_invoices(in_tenant bigint, in_ids bigint[])
returns table (procurement_id bigint, invoice_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, net numeric)
language sql stable as $$
  with shares as materialized (
    select s.procurement_id, s.invoice_id, s.invoice_date,
      app.in_currency(s.net, s.currency, s.exchange_rate, p.currency, p.exchange_rate) as net
    from app.shares_of_orders(in_tenant, array(select app.orders_of_invoices(in_tenant, in_ids))) s
    join public.procurement p on p.tenant_id = in_tenant and p.id = s.procurement_id
  ), beyond as materialized (
    -- All invoices of an order up to this one, whenever they came and whatever they are counted on.
    select s.procurement_id, s.invoice_id, s.net,
      coalesce(greatest(0, u.net - u.worth) - greatest(0, u.net - s.net - u.worth), 0) as excess
    from shares s
    cross join lateral (
      select sum(other.net) as net, app.worth_of_order(in_tenant, s.procurement_id) as worth from shares other
      where other.procurement_id = s.procurement_id
        and (other.invoice_date, other.invoice_id) <= (s.invoice_date, s.invoice_id)
    ) u
    where s.invoice_id = any (in_ids)
  ), caused as (
    select c.procurement_id, c.procurement_line_id, c.invoice_id, b.excess, b.net as whole, c.net,
      greatest(0, c.beyond * sign(b.excess)) as own,
      sum(greatest(0, c.beyond * sign(b.excess))) over (partition by c.procurement_id, c.invoice_id) as owns
    from app.charged_of_orders(in_tenant, array(select e.procurement_id from beyond e where e.excess <> 0)) c
    join beyond b on b.procurement_id = c.procurement_id and b.invoice_id = c.invoice_id
  ), parts as (
    -- How much of each unit that is charged there goes beyond.
    select procurement_id, procurement_line_id, invoice_id,
      coalesce(case when owns = 0 then excess / nullif(whole, 0) else excess * own / owns / nullif(net, 0) end, 0) as share
    from caused
  ), lines as (
    select i.id as invoice_id, coalesce(o.procurement_id, i.procurement_id) as procurement_id, o.id as line_id,
      coalesce(l.cost_center_id, i.cost_center_id) as cost_center_id,
      coalesce(l.ledger_account_id, i.ledger_account_id) as ledger_account_id, i.invoice_date,
      case when l.id is null then i.total_netto else coalesce(l.total_netto, 0) end * coalesce(i.exchange_rate, 1) * app.counted_share(i) as net,
      i.corrects_invoice_id is not null and (i.total_netto < 0 or i.total_brutto < 0) as is_correction
    from public.invoice i
    left join public.invoice_line l on l.tenant_id = in_tenant and l.invoice_id = i.id
    left join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
    where i.tenant_id = in_tenant and i.id = any (in_ids) and app.counts_in_budgets('invoice', i.status)
  )
  select l.procurement_id, l.invoice_id, l.cost_center_id, case when g.share is null then l.ledger_account_id else g.ledger_account_id end,
    l.invoice_date, l.net * coalesce(g.share, 1) * case when l.procurement_id is null then 1 else coalesce(b.share, 0) end
  from lines l
  left join parts b on b.procurement_id = l.procurement_id and b.invoice_id = l.invoice_id
    and b.procurement_line_id is not distinct from l.line_id
  left join lateral app.accounts_given_back(in_tenant, l.invoice_id, l.cost_center_id) g on l.is_correction and l.net <> 0
$$;
select app.keep_budget_amounts(i.tenant_id, 'invoice', array_agg(i.id)) from invoice i
  where exists (select from app.orders_of_invoices(i.tenant_id, array[i.id])) group by i.tenant_id;
