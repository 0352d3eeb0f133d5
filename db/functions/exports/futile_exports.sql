-- Number of consecutive automatic runs of a company that exported nothing.
create or replace function app.futile_exports(in_tenant bigint, in_client bigint) returns integer
language sql stable set search_path = '' as $$
  select count(*)::integer from public.invoice_export_run r
    join public.client_automatic_export a on a.tenant_id = r.tenant_id and a.client_id = r.client_id and r.started_at >= a.set_at
  where r.tenant_id = in_tenant and r.client_id = in_client and r.is_automatic and r.state in ('done', 'failed') and r.id > coalesce((
    select max(o.id) from public.invoice_export_run o
    where o.tenant_id = in_tenant and o.client_id = in_client and o.exported_count > 0), 0)
$$;
grant execute on function app.futile_exports(bigint, bigint) to writer;
