-- What a document counts in the budgets stands once (BUD-03, BUD-04): their consumption is the sum of it, and the page
-- of the document takes its own part off again to show it apart.

-- The states in which a document counts.
create function app.counts_in_budgets(in_kind text, in_status text) returns boolean
language sql immutable parallel safe
return case in_kind
  when 'procurement' then in_status in ('approval', 'approved', 'ordered', 'clearing', 'completed')
  when 'invoice' then in_status in ('approval', 'financial-approval', 'clearing', 'accounting', 'export', 'completed')
  else false end;

-- As in 0010.
create or replace function app.invoiced_netto(in_tenant bigint, in_procurement bigint) returns numeric
language sql stable set search_path = '' as $$
  select coalesce(sum(i.total_netto), 0) from public.invoice i
  where i.tenant_id = in_tenant and i.procurement_id = in_procurement and app.counts_in_budgets('invoice', i.status)
$$;

-- What these orders count, line by line, in company currency, on the line's own cost center and account, else on the
-- document's.
create function app.procurement_amounts(in_ids bigint[])
returns table (cost_center_id bigint, ledger_account_id bigint, day date, net numeric)
language sql stable set search_path = '' as $$
  select coalesce(l.cost_center_id, p.cost_center_id), coalesce(l.ledger_account_id, p.ledger_account_id), p.day,
         l.total_netto * p.rate * p.share
           -- Finished with something missing: what came counts, not what was ordered.
           * case when p.status = 'completed' and l.kind = 'item' and l.quantity > 0 then l.quantity_received / l.quantity else 1 end
  from (
    select p.id, p.cost_center_id, p.ledger_account_id, p.status, coalesce(p.exchange_rate, 1) as rate,
           (p.submitted_at at time zone app.time_zone())::date as day,
           -- Once completely invoiced an order is worth what its invoices take, up to its own value.
           case when p.completely_invoiced
                then coalesce(least(coalesce(i.net, 0), p.total_netto) / nullif(p.total_netto, 0), 0) else 1 end as share
    from public.procurement p
    left join lateral (
      select sum(i.total_netto) as net from public.invoice i
      where i.tenant_id = app.tenant_id() and i.procurement_id = p.id and app.counts_in_budgets('invoice', i.status)
    ) i on p.completely_invoiced
    where p.tenant_id = app.tenant_id() and p.id = any (in_ids) and app.counts_in_budgets('procurement', p.status)
  ) p
  join public.procurement_line l on l.tenant_id = app.tenant_id() and l.procurement_id = p.id
$$;

-- What these invoices count, in the same way. One of an order counts with the order; what it adds to the excess over
-- the order's value counts by its own date, and a credit note takes as much of the excess back.
create function app.invoice_amounts(in_ids bigint[])
returns table (cost_center_id bigint, ledger_account_id bigint, day date, net numeric)
language sql stable set search_path = '' as $$
  select coalesce(l.cost_center_id, i.cost_center_id), coalesce(l.ledger_account_id, i.ledger_account_id), i.invoice_date,
         l.total_netto * i.rate * i.share
  from (
    select i.id, i.cost_center_id, i.ledger_account_id, i.invoice_date, coalesce(i.exchange_rate, 1) as rate,
           case when i.procurement_id is null then 1
                else coalesce((greatest(0, u.net - p.net) - greatest(0, u.net - i.total_netto - p.net))
                  / nullif(i.total_netto, 0), 0) end as share
    from public.invoice i
    left join lateral (
      select case when app.counts_in_budgets('procurement', p.status) then p.total_netto else 0 end as net
      from public.procurement p
      where p.tenant_id = app.tenant_id() and p.id = i.procurement_id
    ) p on true
    left join lateral (
      -- All invoices of the order up to this one, whenever they came and whatever they are counted on.
      select sum(other.total_netto) as net from public.invoice other
      where other.tenant_id = app.tenant_id() and other.procurement_id = i.procurement_id
        and app.counts_in_budgets('invoice', other.status)
        and (other.invoice_date, other.id) <= (i.invoice_date, i.id)
    ) u on i.procurement_id is not null
    where i.tenant_id = app.tenant_id() and i.id = any (in_ids) and app.counts_in_budgets('invoice', i.status)
  ) i
  join public.invoice_line l on l.tenant_id = app.tenant_id() and l.invoice_id = i.id
$$;

-- As in 0006, as the sum of what the documents count.
create or replace function app.budget_use(in_cost_centers bigint[], in_day date, in_except bigint)
returns table (budget_id bigint, consumed numeric)
language sql stable security definer set search_path = '' as $$
  with wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  ), period as (
    -- A day wider than any time zone needs, so that an index finds the requests.
    select min(start) - 1 as first, max("end") + 2 as last from wanted
  ), touching as (
    select p.id from public.procurement p
    where p.tenant_id = app.tenant_id() and p.cost_center_id = any (in_cost_centers)
      and p.submitted_at >= (select first from period)::timestamptz and p.submitted_at < (select last from period)::timestamptz
    union
    select l.procurement_id from public.procurement_line l
    where l.tenant_id = app.tenant_id() and l.cost_center_id = any (in_cost_centers)
  ), amounts as (
    select cost_center_id, ledger_account_id, day, net
    from app.procurement_amounts(array(select t.id from touching t where t.id is distinct from in_except))
    union all
    select cost_center_id, ledger_account_id, day, net
    from app.invoice_amounts(array(
      select i.id from public.invoice i
      where i.tenant_id = app.tenant_id() and i.invoice_date between (select first from period) and (select last from period)
        and (i.cost_center_id = any (in_cost_centers) or exists (
          select from public.invoice_line l
          where l.tenant_id = i.tenant_id and l.invoice_id = i.id and l.cost_center_id = any (in_cost_centers)))))
  )
  select b.id, round(coalesce(sum(a.net), 0), 2)
  from wanted b
  left join amounts a on a.cost_center_id = b.cost_center_id and a.day between b.start and b."end"
    and case
      when b.ledger_account_id is not null then a.ledger_account_id = b.ledger_account_id
      when b.not_allocated then not exists (
        select from wanted other
        where other.cost_center_id = b.cost_center_id and other.ledger_account_id = a.ledger_account_id)
      else true end
  group by b.id
$$;

-- What the consumption includes of one document, by cost center, account and day. These are amounts: null without
-- `user-price` (ROLE-07). It sums past visibility as the consumption does, invoices that the reader does not see included.
create function app.counted_amounts(in_kind text, in_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'cost_center_id', a.cost_center_id, 'ledger_account_id', a.ledger_account_id, 'day', a.day, 'net', a.net)), '[]')
  from (
    select cost_center_id, ledger_account_id, day, sum(net) as net
    from (
      select * from app.procurement_amounts(array(select in_id where in_kind = 'procurement'))
      union all
      select * from app.invoice_amounts(array(select in_id where in_kind = 'invoice'))
    ) each
    group by 1, 2, 3
  ) a
  having app.has_role('user-price')
$$;
grant execute on function app.counted_amounts(text, bigint) to reader, reader_price, writer;
grant execute on function app.counts_in_budgets(text, text) to writer;
