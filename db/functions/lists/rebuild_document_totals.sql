-- Recomputes the sums of the tenant's documents, blocking other changes of them.
create or replace function app.rebuild_document_totals(in_tenant bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.document_total in share row exclusive mode;
  delete from public.document_total where tenant_id = in_tenant;
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, net)
    select in_tenant, d.span, d.kind, d.currency, p.dimension, p.key, sum(d.count), sum(d.net)
      from (
        select app.sum_span(created_at) as span, kind, company_currency as currency, status, department_id, cost_center_id,
            ledger_account_id, count(*) as count, coalesce(sum(company_netto), 0) as net
          from public.document where tenant_id = in_tenant and status <> 'draft'
          group by 1, 2, 3, 4, 5, 6, 7
      ) d
      cross join lateral app.parts_of_charts(d.status, d.department_id, d.cost_center_id, d.ledger_account_id) p
      group by 2, 3, 4, 5, 6;
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
    select in_tenant, app.sum_span(d.created_at), 'procurement', d.company_currency, 'product',
        app.ordered_key(l.product_id, l.supplier_id, l.item_number, l.unit), count(*), sum(coalesce(l.quantity, 0)), sum(l.total_netto)
      from public.document d
      join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = d.id
      where d.tenant_id = in_tenant and d.kind = 'procurement' and d.status <> 'draft' and d.currency = d.company_currency
        and l.kind = 'item' and (l.product_id is not null or l.item_number is not null)
      group by 2, 4, 6;
end
$$;
