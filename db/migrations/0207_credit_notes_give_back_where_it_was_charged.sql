-- What an invoice charges on its cost centers, in the currency of its company (BUD-03).
create function app.charged_centers(i public.invoice) returns table (cost_center_id bigint, net numeric)
language sql stable set search_path to '' as $$
  select coalesce(l.cost_center_id, i.cost_center_id), round(sum(l.total_netto) * coalesce(i.exchange_rate, 1), 2)
    from public.invoice_line l where l.tenant_id = i.tenant_id and l.invoice_id = i.id group by 1
  union all
  select i.cost_center_id, round(i.total_netto * coalesce(i.exchange_rate, 1), 2) where not exists (
    select from public.invoice_line l where l.tenant_id = i.tenant_id and l.invoice_id = i.id)
$$;

-- The cost centers to which a credit note gives more than what it corrects has charged there (INV-31), by itself or with the other
-- credit notes of the same invoice.
create function app.given_beyond(i public.invoice, in_with_others boolean) returns setof bigint
language sql stable set search_path to '' as $$
  select g.cost_center_id
  from app.charged_centers(i) g
  where i.corrects_invoice_id is not null and g.cost_center_id is not null and g.net < 0 and -g.net > coalesce((
    select sum(c.net)
    from public.invoice o cross join lateral app.charged_centers(o) c
    where o.tenant_id = i.tenant_id and c.cost_center_id = g.cost_center_id and (o.id = i.corrects_invoice_id
      or in_with_others and o.corrects_invoice_id = i.corrects_invoice_id and o.id <> i.id and o.total_brutto < 0
        and o.status not in ('declined', 'declined-exported'))), 0)
$$;
grant execute on function app.charged_centers(public.invoice), app.given_beyond(public.invoice, boolean) to writer;

-- Whether a credit note gives back (INV-31, BUD-04): once it is approved as it is, as long as what it corrects counts, and only to the
-- cost centers that this has charged.
create or replace function app.gives_back(i public.invoice) returns boolean
language sql stable set search_path to '' as $$
  select i.status in ('accounting', 'export', 'completed')
    and (i.corrects_invoice_id is null or exists (
      select from public.invoice c where c.tenant_id = i.tenant_id and c.id = i.corrects_invoice_id
        and app.counts_in_budgets('invoice', c.status)))
    and not exists (select from app.given_beyond(i, false))
    and coalesce((
      select abs((r.covered ->> 'value')::numeric) >= abs(round(
          case r.covered ->> 'basis' when 'gross' then i.total_brutto else i.total_netto end * coalesce(i.exchange_rate, 1), 2))
        from public.approval_record r
        where r.tenant_id = i.tenant_id and r.invoice_id = i.id and r.state <> 'asked' order by r.id desc limit 1), true)
$$;

do $$
declare
  one record;
begin
  for one in select tenant_id, array_agg(id) as ids from invoice i
    where total_netto < 0 and exists (select from app.given_beyond(i, false)) group by tenant_id
  loop
    perform app.keep_budget_amounts(one.tenant_id, 'invoice', one.ids);
    perform app.keep_order_movements(one.tenant_id, 'invoice', one.ids);
    -- Its orders are counted anew as after every change.
    update invoice set updated_at = updated_at where tenant_id = one.tenant_id and id = any (one.ids);
  end loop;
end
$$;
