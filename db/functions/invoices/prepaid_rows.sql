-- Net and tax by category and rate; without a breakdown there is one rate.
create or replace function app.prepaid_rows(i public.invoice) returns jsonb
language sql stable set search_path to '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('tax_percentage', r.rate::text, 'tax_category', r.category, 'net', r.net::text,
    'tax', r.tax::text)), '[]')
  from app.prepayments_of(i) p
  cross join lateral (
    select t.tax_percentage as rate, t.tax_category as category, t.net, t.tax from public.invoice_tax t
      where t.tenant_id = p.tenant_id and t.invoice_id = p.id
    union all
    select coalesce(p.tax, 0), 'S', p.total_netto, p.total_tax where not exists (
      select from public.invoice_tax t where t.tenant_id = p.tenant_id and t.invoice_id = p.id)) r
$$;
grant execute on function app.prepaid_rows(invoice) to writer;
