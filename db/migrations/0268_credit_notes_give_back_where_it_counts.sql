-- A credit note gives back where what it corrects counts (INV-31, BUD-03): what is of an order on the cost centers and ledger accounts of
-- the order, also where the invoice names none; and on each account no more than was taken there.

-- What an invoice itself charges on its cost centers and accounts, in the currency of its company.
create function app.own_parts(i public.invoice) returns table (cost_center_id bigint, ledger_account_id bigint, net numeric)
language sql stable set search_path to '' as $$
  select coalesce(l.cost_center_id, i.cost_center_id), coalesce(l.ledger_account_id, i.ledger_account_id),
      round(sum(l.total_netto) * coalesce(i.exchange_rate, 1), 2)
    from public.invoice_line l where l.tenant_id = i.tenant_id and l.invoice_id = i.id group by 1, 2
  union all
  select i.cost_center_id, i.ledger_account_id, round(i.total_netto * coalesce(i.exchange_rate, 1), 2) where not exists (
    select from public.invoice_line l where l.tenant_id = i.tenant_id and l.invoice_id = i.id)
$$;

-- What it may have taken where. What is of an order counts at the order, `in_by_order` alone or where the invoice names no cost center; of
-- an order that only its head names each part up to what the order has there.
create function app.taken_parts(i public.invoice, in_by_order boolean)
returns table (cost_center_id bigint, ledger_account_id bigint, net numeric)
language sql stable set search_path to '' as $$
  with parts as (
    select coalesce(l.cost_center_id, i.cost_center_id) as center, coalesce(l.ledger_account_id, i.ledger_account_id) as account,
      o.id as line, coalesce(o.cost_center_id, p.cost_center_id) as order_center,
      coalesce(o.ledger_account_id, p.ledger_account_id) as order_account,
      p.id is not null and (in_by_order or coalesce(l.cost_center_id, i.cost_center_id) is null) as is_at_order,
      round(case when l.id is null then i.total_netto else coalesce(l.total_netto, 0) end * coalesce(i.exchange_rate, 1), 2) as net
    from (select) as one
    left join public.invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
    left join public.procurement_line o on o.tenant_id = i.tenant_id and o.id = l.procurement_line_id
    left join public.procurement p on p.tenant_id = i.tenant_id and p.id = coalesce(o.procurement_id, i.procurement_id)
  )
  select center, account, net from parts where not is_at_order
  union all
  select order_center, order_account, net from parts where is_at_order and line is not null
  union all
  select coalesce(l.cost_center_id, p.cost_center_id), coalesce(l.ledger_account_id, p.ledger_account_id),
      least(round(sum(l.total_netto) * coalesce(p.exchange_rate, 1), 2), (select sum(net) from parts where is_at_order and line is null))
    from public.procurement p
    join public.procurement_line l on l.tenant_id = p.tenant_id and l.procurement_id = p.id
    where p.tenant_id = i.tenant_id and p.id = i.procurement_id and exists (select from parts where is_at_order and line is null)
    group by p.tenant_id, p.id, 1, 2
$$;

-- What the invoice that a credit note corrects has taken where the credit note counts: at its order, or on its own.
create function app.corrected_parts(i public.invoice) returns table (cost_center_id bigint, ledger_account_id bigint, net numeric)
language sql stable set search_path to '' as $$
  select t.cost_center_id, t.ledger_account_id, sum(t.net)
  from public.invoice o
  cross join lateral app.taken_parts(o, not exists (select from app.orders_of_invoices(i.tenant_id, array[i.id]))) t
  where o.tenant_id = i.tenant_id and o.id = i.corrects_invoice_id
  group by 1, 2
$$;

-- The cost centers to which a credit note gives more than what it corrects has taken there, by itself or with the other credit notes of
-- the same invoice.
create or replace function app.given_beyond(i public.invoice, in_with_others boolean) returns setof bigint
language sql stable set search_path to '' as $$
  select g.cost_center_id
  from (select cost_center_id, sum(net) as net from app.own_parts(i) group by 1) g
  where i.corrects_invoice_id is not null and g.cost_center_id is not null and g.net < 0 and -g.net > coalesce((
    select sum(c.net) from app.corrected_parts(i) c where c.cost_center_id = g.cost_center_id), 0) + coalesce((
    select sum(c.net)
    from public.invoice o cross join lateral app.own_parts(o) c
    where in_with_others and o.tenant_id = i.tenant_id and c.cost_center_id = g.cost_center_id
      and o.corrects_invoice_id = i.corrects_invoice_id and o.id <> i.id and o.total_brutto < 0
      and o.status not in ('declined', 'declined-exported')), 0)
$$;
drop function app.charged_centers(public.invoice);

-- The accounts on which a credit note counts on a cost center in the place of its own, with the share of each: those of what it corrects,
-- where it names one on which less was taken (a rebate is booked on an account of its own); none where its own hold.
create function app.accounts_given_back(in_tenant bigint, in_invoice bigint, in_center bigint)
returns table (ledger_account_id bigint, share numeric)
language sql stable set search_path to '' as $$
  with note as (
    select i as row from public.invoice i where i.tenant_id = in_tenant and i.id = in_invoice
  ), taken as (
    select t.ledger_account_id, t.net from note cross join lateral app.corrected_parts(note.row) t
    where t.cost_center_id = in_center and t.net > 0
  ), given as (
    select p.ledger_account_id, p.net from note cross join lateral app.own_parts(note.row) p where p.cost_center_id = in_center
  )
  select t.ledger_account_id, t.net / sum(t.net) over ()
  from taken t
  where exists (
    select from given g left join taken k on k.ledger_account_id is not distinct from g.ledger_account_id
    where -g.net > coalesce(k.net, 0))
$$;

create or replace function app.amounts_of_invoices(in_tenant bigint, in_ids bigint[])
returns table (procurement_id bigint, invoice_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, net numeric)
language sql stable as $$
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
  left join beyond b on b.procurement_id = l.procurement_id and b.invoice_id = l.invoice_id
  left join lateral app.accounts_given_back(in_tenant, l.invoice_id, l.cost_center_id) g on l.is_correction and l.net <> 0
$$;

create or replace FUNCTION app.keep_budget_amounts(in_tenant bigint, in_kind text, in_documents bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  orders bigint[] := in_documents;
  own bigint[] := '{}';
  invoices bigint[];
begin
  if in_kind not in ('procurement', 'invoice') then
    return;
  end if;
  if in_kind = 'invoice' then
    in_documents := array(select app.with_corrections(in_tenant, in_documents));
    orders := array(
      select app.orders_of_invoices(in_tenant, in_documents)
      union
      select procurement_id from public.budget_amount
        where tenant_id = in_tenant and invoice_id = any (in_documents) and procurement_id is not null);
    own := in_documents;
  else
    -- Where an order counts, those give back that correct an invoice of it.
    own := array(
      select c.id from public.invoice c
      where c.tenant_id = in_tenant and c.corrects_invoice_id in (
        select id from public.invoice where tenant_id = in_tenant and procurement_id = any (orders)
        union
        select l.invoice_id from public.procurement_line o
          join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
          where o.tenant_id = in_tenant and o.procurement_id = any (orders)));
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
$function$;

do $$
declare
  one record;
begin
  for one in select tenant_id, array_agg(id) as ids from invoice where corrects_invoice_id is not null and total_netto < 0 group by tenant_id
  loop
    perform app.keep_budget_amounts(one.tenant_id, 'invoice', one.ids);
    perform app.keep_order_movements(one.tenant_id, 'invoice', one.ids);
    -- Its orders are counted anew as after every change.
    update invoice set updated_at = updated_at where tenant_id = one.tenant_id and id = any (one.ids);
  end loop;
end
$$;
grant execute on function app.own_parts(public.invoice), app.taken_parts(public.invoice, boolean), app.corrected_parts(public.invoice),
  app.accounts_given_back(bigint, bigint, bigint) to writer;
