-- Merges several rows of a part into one. Skips rows being merged by another transaction.
create or replace function app.fold_document_totals(in_tenant bigint, in_span timestamptz, in_products boolean) returns void
language sql set search_path = '' as $$
  with several as (
    select unnest(array_agg(id)) as id from public.document_total
      where tenant_id = in_tenant and span = in_span and (dimension = 'product') = in_products
      group by kind, currency, dimension, key having count(*) > 1
  ), taken as materialized (
    select s.id from public.document_total s
      where s.tenant_id = in_tenant and s.id = any (array(select id from several)) for update skip locked
  ), gone as (
    delete from public.document_total s where s.tenant_id = in_tenant and s.id = any (array(select id from taken))
      returning s.kind, s.currency, s.dimension, s.key, s.count, s.quantity, s.net
  )
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
    select in_tenant, in_span, kind, currency, dimension, key, sum(count), sum(quantity), sum(net)
      from gone group by kind, currency, dimension, key having sum(count) <> 0 or sum(quantity) <> 0 or sum(net) <> 0
$$;
