-- Rows deleted by a foreign key cascade are all gone before the first trigger sees them: the lines of an order are
-- missing when its list row is deleted, and vice versa. So an order removes its product totals before it is deleted.
create or replace function app.uncount_products() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
    select d.tenant_id, app.sum_span(d.created_at), 'procurement', d.company_currency, 'product',
        app.ordered_key(l.product_id, l.supplier_id, l.item_number, l.unit), -count(*), -sum(coalesce(l.quantity, 0)), -sum(l.total_netto)
      from public.document d
      join public.procurement_line l on l.tenant_id = d.tenant_id and l.procurement_id = d.id
      where d.tenant_id = old.tenant_id and d.kind = 'procurement' and d.id = old.id
        and d.status <> 'draft' and d.currency = d.company_currency
        and l.kind = 'item' and (l.product_id is not null or l.item_number is not null)
      group by 1, 2, 4, 6;
  return old;
end
$$;
