-- What budgets have been used for (BUD-02 to BUD-05). One definition serves the check when a request is
-- submitted and the figures people see. The functions sum past visibility, since a budget is used by all, but
-- only inside the tenant of the session.

create index on invoice (tenant_id, cost_center_id, invoice_date);
create index on invoice_line (tenant_id, cost_center_id);

create function app.time_zone() returns text language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select value from public.configuration where tenant_id = app.tenant_id() and key = 'timezone' and client_id is null),
    'Europe/Berlin')
$$;

-- Consumption of the budgets of these cost centers that are active on that day, without one request. Amounts
-- count on the line's own cost center and account, else on the document's (BUD-03).
create function app.budget_use(in_cost_centers bigint[], in_day date, in_except bigint)
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
  ), orders as (
    select p.id, p.cost_center_id, p.ledger_account_id, p.status, p.total_netto,
           (p.submitted_at at time zone app.time_zone())::date as day,
           coalesce(p.exchange_rate, 1) as rate,
           -- Once completely invoiced an order is worth what its invoices take, up to its own value (BUD-04).
           case when p.completely_invoiced then coalesce(least(i.net, p.total_netto) / nullif(p.total_netto, 0), 0) else 1 end as share
    from touching t
    join public.procurement p on p.tenant_id = app.tenant_id() and p.id = t.id
    left join lateral (
      select sum(i.total_netto) as net from public.invoice i
      where i.tenant_id = app.tenant_id() and i.procurement_id = p.id
        and i.status in ('approval', 'financial-approval', 'clearing', 'accounting', 'export', 'completed')
    ) i on p.completely_invoiced
    where p.status in ('approval', 'approved', 'ordered', 'clearing', 'completed') and p.id is distinct from in_except
  ), invoices as (
    select i.id, i.cost_center_id, i.ledger_account_id, i.invoice_date as day, coalesce(i.exchange_rate, 1) as rate,
           -- An invoice of an order counts with the order; only what exceeds the order's value counts by its own date.
           case when i.procurement_id is null then 1
                when i.total_netto <= 0 then 0
                else greatest(0, least(i.total_netto, i.running - p.total_netto)) / i.total_netto end as share
    from (
      select i.*, sum(i.total_netto) over (partition by i.procurement_id order by i.invoice_date, i.id) as running
      from public.invoice i
      where i.tenant_id = app.tenant_id()
        and i.status in ('approval', 'financial-approval', 'clearing', 'accounting', 'export', 'completed')
        and i.invoice_date between (select first from period) and (select last from period)
        and (i.cost_center_id = any (in_cost_centers) or exists (
          select from public.invoice_line l
          where l.tenant_id = i.tenant_id and l.invoice_id = i.id and l.cost_center_id = any (in_cost_centers)))
    ) i
    left join public.procurement p on p.tenant_id = app.tenant_id() and p.id = i.procurement_id
  ), amounts as (
    select coalesce(l.cost_center_id, o.cost_center_id) as cost_center_id,
           coalesce(l.ledger_account_id, o.ledger_account_id) as ledger_account_id, o.day,
           l.total_netto * o.rate * o.share
             -- Finished with something missing: what came counts, not what was ordered.
             * case when o.status = 'completed' and l.kind = 'item' and l.quantity > 0 then l.quantity_received / l.quantity else 1 end as net
    from orders o join public.procurement_line l on l.tenant_id = app.tenant_id() and l.procurement_id = o.id
    union all
    select coalesce(l.cost_center_id, i.cost_center_id), coalesce(l.ledger_account_id, i.ledger_account_id), i.day,
           l.total_netto * i.rate * i.share
    from invoices i join public.invoice_line l on l.tenant_id = app.tenant_id() and l.invoice_id = i.id
    where i.share > 0
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

-- The figures people see are amounts: null without `user-price` (ROLE-07).
create function app.budget_consumed(in_budget bigint) returns numeric
language sql stable security definer set search_path = '' as $$
  select u.consumed
  from public.budget b, app.budget_use(array[b.cost_center_id], b.start, null) u
  where b.tenant_id = app.tenant_id() and b.id = in_budget and u.budget_id = b.id and app.has_role('user-price')
$$;

create function app.free_budget(in_cost_center bigint) returns numeric
language sql stable security definer set search_path = '' as $$
  select sum(b.value - u.consumed)
  from app.budget_use(array[in_cost_center], (now() at time zone app.time_zone())::date, null) u
  join public.budget b on b.tenant_id = app.tenant_id() and b.id = u.budget_id
  where app.has_role('user-price')
$$;

grant execute on function app.time_zone(), app.budget_use(bigint[], date, bigint) to writer;
grant execute on function app.budget_consumed(bigint), app.free_budget(bigint) to reader, reader_price, writer;
