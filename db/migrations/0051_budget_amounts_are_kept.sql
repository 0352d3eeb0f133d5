-- What documents count in the budgets (BUD-03, BUD-04) is kept as rows by cost center and day, written with the rows of
-- the lists at the end of each transaction. An approval adds them up from one index while others wait for the cost
-- center; before, it made them up anew from all requests of the year and their lines.
create table budget_amount (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  -- The order, or that of the invoice.
  procurement_id bigint,
  -- Null for what an order counts itself.
  invoice_id bigint,
  cost_center_id bigint not null,
  ledger_account_id bigint,
  day date not null,
  -- False while somebody still decides whether the order is made.
  is_decided boolean not null,
  -- In company currency, not rounded.
  net numeric not null,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict
);
create index budget_amount_counted on budget_amount (tenant_id, cost_center_id, day)
  include (ledger_account_id, procurement_id, invoice_id, is_decided, net);
create index on budget_amount (tenant_id, invoice_id) where invoice_id is not null;
create index on budget_amount (tenant_id, ledger_account_id) where ledger_account_id is not null;
alter table budget_amount enable row level security, force row level security;
create policy tenant_wall on budget_amount for all to writer
  using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
grant select on budget_amount to writer;

create function app.time_zone_of(in_tenant bigint) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (select value from public.configuration where tenant_id = in_tenant and key = 'timezone' and client_id is null),
    'Europe/Berlin')
$$;
revoke execute on function app.time_zone_of(bigint) from public;

create or replace function app.time_zone() returns text
language sql stable security definer set search_path = '' as $$
  select app.time_zone_of(app.tenant_id())
$$;

-- What these orders count, by line, in company currency, on the line's own cost center and account, else on the document's.
create function app.amounts_of_orders(in_tenant bigint, in_ids bigint[])
returns table (procurement_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, is_decided boolean, net numeric)
language sql stable set search_path = '' as $$
  select p.id, coalesce(l.cost_center_id, p.cost_center_id), coalesce(l.ledger_account_id, p.ledger_account_id), p.day, p.is_decided,
         l.total_netto * p.rate * p.share
           -- Finished with something missing: what came counts, not what was ordered.
           * case when p.status = 'completed' and l.kind = 'item' and l.quantity > 0 then l.quantity_received / l.quantity else 1 end
  from (
    select p.id, p.cost_center_id, p.ledger_account_id, p.status, coalesce(p.exchange_rate, 1) as rate,
           (p.submitted_at at time zone (select app.time_zone_of(in_tenant)))::date as day,
           p.status <> 'approval' and (p.status <> 'clearing' or p.approved_netto is not null) as is_decided,
           -- Once completely invoiced an order is worth what its invoices take, up to its own value.
           case when p.completely_invoiced
                then coalesce(least(coalesce(i.net, 0), p.total_netto) / nullif(p.total_netto, 0), 0) else 1 end as share
    from public.procurement p
    left join lateral (
      select sum(i.total_netto) as net from public.invoice i
      where i.tenant_id = in_tenant and i.procurement_id = p.id and app.counts_in_budgets('invoice', i.status)
    ) i on p.completely_invoiced
    where p.tenant_id = in_tenant and p.id = any (in_ids) and app.counts_in_budgets('procurement', p.status)
  ) p
  join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = p.id
$$;

-- What these invoices count, in the same way. One of an order counts with the order; what it adds to the excess over
-- the order's value counts by its own date, and a credit note takes as much of the excess back.
create function app.amounts_of_invoices(in_tenant bigint, in_ids bigint[])
returns table (procurement_id bigint, invoice_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, net numeric)
language sql stable set search_path = '' as $$
  select i.procurement_id, i.id, coalesce(l.cost_center_id, i.cost_center_id), coalesce(l.ledger_account_id, i.ledger_account_id),
         i.invoice_date, l.total_netto * i.rate * i.share
  from (
    select i.id, i.procurement_id, i.cost_center_id, i.ledger_account_id, i.invoice_date, coalesce(i.exchange_rate, 1) as rate,
           case when i.procurement_id is null then 1
                else coalesce((greatest(0, u.net - p.net) - greatest(0, u.net - i.total_netto - p.net))
                  / nullif(i.total_netto, 0), 0) end as share
    from public.invoice i
    left join lateral (
      select case when app.counts_in_budgets('procurement', p.status) then p.total_netto else 0 end as net
      from public.procurement p
      where p.tenant_id = in_tenant and p.id = i.procurement_id
    ) p on true
    left join lateral (
      -- All invoices of the order up to this one, whenever they came and whatever they are counted on.
      select sum(other.total_netto) as net from public.invoice other
      where other.tenant_id = in_tenant and other.procurement_id = i.procurement_id
        and app.counts_in_budgets('invoice', other.status)
        and (other.invoice_date, other.id) <= (i.invoice_date, i.id)
    ) u on i.procurement_id is not null
    where i.tenant_id = in_tenant and i.id = any (in_ids) and app.counts_in_budgets('invoice', i.status)
  ) i
  join public.invoice_line l on l.tenant_id = in_tenant and l.invoice_id = i.id
$$;
revoke execute on function app.amounts_of_orders(bigint, bigint[]), app.amounts_of_invoices(bigint, bigint[]) from public;

-- Writes the rows of changed documents. An order and its invoices count together, and an invoice that has left its order
-- is known by the row that it still has.
create function app.keep_budget_amounts(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  orders bigint[] := in_documents;
  invoices bigint[];
begin
  if in_kind not in ('procurement', 'invoice') then
    return;
  end if;
  if in_kind = 'invoice' then
    orders := array(
      select procurement_id from public.invoice
        where tenant_id = in_tenant and id = any (in_documents) and procurement_id is not null
      union
      select procurement_id from public.budget_amount
        where tenant_id = in_tenant and invoice_id = any (in_documents) and procurement_id is not null);
    invoices := in_documents;
  end if;
  -- Of two who change an order and an invoice of it at once, the later one counts what the first has left behind.
  perform from public.procurement where tenant_id = in_tenant and id = any (orders) order by id for no key update;
  invoices := invoices || array(
    select id from public.invoice where tenant_id = in_tenant and procurement_id = any (orders));
  with counted as materialized (
    select procurement_id, null::bigint as invoice_id, cost_center_id, ledger_account_id, day, is_decided, sum(net) as net
      from app.amounts_of_orders(in_tenant, orders)
      where cost_center_id is not null and day is not null group by 1, 3, 4, 5, 6
    union all
    select procurement_id, invoice_id, cost_center_id, ledger_account_id, day, true, sum(net)
      from app.amounts_of_invoices(in_tenant, invoices)
      where cost_center_id is not null and day is not null group by 1, 2, 3, 4, 5
  ), gone as (
    delete from public.budget_amount b
    where b.tenant_id = in_tenant
      and (b.invoice_id is null and b.procurement_id = any (orders) or b.invoice_id = any (invoices))
      and not exists (
        select from counted c
        where (c.procurement_id, c.invoice_id, c.cost_center_id, c.ledger_account_id)
          is not distinct from (b.procurement_id, b.invoice_id, b.cost_center_id, b.ledger_account_id))
  )
  insert into public.budget_amount as b
      (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id, day, is_decided, net)
    select in_tenant, procurement_id, invoice_id, cost_center_id, ledger_account_id, day, is_decided, net from counted
  on conflict (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id) do update
    set day = excluded.day, is_decided = excluded.is_decided, net = excluded.net
    where (b.day, b.is_decided, b.net) is distinct from (excluded.day, excluded.is_decided, excluded.net);
end
$$;
revoke execute on function app.keep_budget_amounts(bigint, text, bigint[]) from public;

create or replace function app.keep_documents(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform app.list_documents(in_tenant, in_kind, in_documents);
  perform app.keep_budget_amounts(in_tenant, in_kind, in_documents);
end
$$;

-- The day on which an order counts is that of the company (GEN-14).
create function app.budget_days_of_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.budget_amount a
    set day = (p.submitted_at at time zone app.time_zone_of(a.tenant_id))::date
    from (select distinct tenant_id from changed where key = 'timezone' and client_id is null) c
    join public.procurement p on p.tenant_id = c.tenant_id
    where a.tenant_id = p.tenant_id and a.procurement_id = p.id and a.invoice_id is null
      and a.day <> (p.submitted_at at time zone app.time_zone_of(a.tenant_id))::date;
  return null;
end
$$;
create trigger zoned_insert after insert on configuration referencing new table as changed
  for each statement execute function app.budget_days_of_zone();
create trigger zoned_update after update on configuration referencing new table as changed
  for each statement execute function app.budget_days_of_zone();
create trigger zoned_delete after delete on configuration referencing old table as changed
  for each statement execute function app.budget_days_of_zone();

create or replace function app.budget_use(in_cost_centers bigint[], in_day date, in_except bigint, in_decided boolean)
returns table (budget_id bigint, consumed numeric) language sql stable security definer set search_path = '' as $function$
  with wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  )
  select b.id, round(coalesce(sum(a.net), 0), 2)
  from wanted b
  left join public.budget_amount a on a.tenant_id = (select app.tenant_id()) and a.cost_center_id = b.cost_center_id
    and a.day between b.start and b."end"
    and (a.invoice_id is not null or a.procurement_id is distinct from in_except)
    and (a.is_decided or not in_decided)
    and case
      when b.ledger_account_id is not null then a.ledger_account_id = b.ledger_account_id
      when b.not_allocated then not exists (
        select from wanted other
        where other.cost_center_id = b.cost_center_id and other.ledger_account_id = a.ledger_account_id)
      else true end
  group by b.id
$function$;

create or replace function app.counted_amounts(in_kind text, in_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'cost_center_id', cost_center_id, 'ledger_account_id', ledger_account_id, 'day', day, 'net', net)), '[]')
  from public.budget_amount
  where tenant_id = app.tenant_id() and case in_kind
    when 'procurement' then procurement_id = in_id and invoice_id is null
    when 'invoice' then invoice_id = in_id end
  having app.has_role('user-price')
$$;

drop function app.procurement_amounts(bigint[]);
drop function app.invoice_amounts(bigint[]);

select app.keep_budget_amounts(tenant_id, 'procurement', array_agg(id)) from procurement group by tenant_id;
select app.keep_budget_amounts(tenant_id, 'invoice', array_agg(id)) from invoice group by tenant_id;
