-- The months and invoices of a tenant, for the operator's books.
create or replace function app.books_of(in_tenant bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'customer', t.easybill_id,
    'months', (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.month), '[]') from (
        select to_char(e.day, 'YYYY-MM') as month, count(*) filter (where e.kind = 'document') as document,
          count(*) filter (where e.kind = 'procurement') as procurement, count(*) filter (where e.kind = 'invoice') as invoice,
          count(*) filter (where e.kind = 'recognition') as recognition
        from public.billable_event e where e.tenant_id = in_tenant group by 1
      ) m),
    'bills', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'month', to_char(b.month, 'YYYY-MM'), 'state', b.state, 'net', b.net::text, 'gross', b.gross::text,
          'document_id', b.document_id, 'document_number', b.document_number) order by b.month), '[]')
      from public.billing b where b.tenant_id = in_tenant))
  from public.tenant t where t.id = in_tenant
$$;
