create or replace function app.sum_lines_of_delete()
returns trigger
language plpgsql
security definer
set search_path to ''
set plan_cache_mode to 'force_generic_plan' as $$
declare
  full_span record;
begin
  for full_span in
    with changed as materialized (
      select tenant_id, procurement_id, app.ordered_key(product_id, supplier_id, item_number, unit) as key, sum(sign) as count,
          sum(sign * coalesce(quantity, 0)) as quantity, sum(sign * total_netto) as net
        from (select *, -1 as sign from was) c
        where kind = 'item' and (product_id is not null or item_number is not null)
        group by 1, 2, 3
        having sum(sign) <> 0 or sum(sign * coalesce(quantity, 0)) <> 0 or sum(sign * total_netto) <> 0
    ), held as materialized (
      select d.tenant_id, d.id, app.sum_span(d.created_at) as span, d.company_currency as currency
        from (select distinct tenant_id, procurement_id from changed) c
        join public.document d on d.tenant_id = c.tenant_id and d.kind = 'procurement' and d.id = c.procurement_id
        where d.status <> 'draft' and d.currency = d.company_currency
        for share of d
    ), added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
        select h.tenant_id, h.span, 'procurement', h.currency, 'product', c.key, sum(c.count), sum(c.quantity), sum(c.net)
          from held h
          join changed c on c.tenant_id = h.tenant_id and c.procurement_id = h.id
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
