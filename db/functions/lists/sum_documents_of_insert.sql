create or replace function app.sum_documents_of_insert()
returns trigger
language plpgsql
security definer
set search_path to ''
set plan_cache_mode to 'force_generic_plan' as $$
declare
  full_span record;
begin
  for full_span in
    with added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, net)
        select c.tenant_id, app.sum_span(c.created_at), c.kind, c.company_currency, p.dimension, p.key, sum(c.sign),
            sum(c.sign * coalesce(c.company_netto, 0))
          from (select *, 1 as sign from became) c
          cross join lateral app.parts_of_charts(c.status, c.department_id, c.cost_center_id, c.ledger_account_id) p
          where c.status <> 'draft'
          group by 1, 2, 3, 4, 5, 6 having sum(c.sign) <> 0 or sum(c.sign * coalesce(c.company_netto, 0)) <> 0
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id % 64 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, false);
  end loop;
  for full_span in
    with moved as materialized (
      select tenant_id, id, app.sum_span(created_at) as span, company_currency as currency, sum(sign) as sign
        from (select *, 1 as sign from became) c
        where kind = 'procurement' and status <> 'draft' and currency = company_currency
        group by 1, 2, 3, 4 having sum(sign) <> 0
    ), added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
        select m.tenant_id, m.span, 'procurement', m.currency, 'product',
            app.ordered_key(l.product_id, l.supplier_id, l.item_number, l.unit), sum(m.sign), sum(m.sign * coalesce(l.quantity, 0)),
            sum(m.sign * l.total_netto)
          from moved m
          join public.procurement_line l on l.tenant_id = m.tenant_id and l.procurement_id = m.id
          where l.kind = 'item' and (l.product_id is not null or l.item_number is not null)
          group by 1, 2, 4, 6
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id % 512 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, true);
  end loop;
  return null;
end
$$;
