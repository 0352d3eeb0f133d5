-- Removes unused documents of the sample data: without retention, drafts and invoices as they were made, with the
-- files that the product wrote for them (ARC-03). A document that was changed, submitted or held, or got another step or
-- file, is an ordinary document.
create or replace function app.remove_sample_documents()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  orders bigint[];
  invoices bigint[];
begin
  orders := array(
    select d.id from public.sample_record s
      join public.procurement d on d.tenant_id = s.tenant_id and d.id = s.record_id
      join public.timeline t on t.tenant_id = d.tenant_id and t.id = d.timeline_id and t.content_version = s.content_version
      where s.tenant_id = app.tenant_id() and s.table_name = 'procurement' and d.status = 'draft' and d.legal_hold is null
        and not exists (select from public.file f where f.tenant_id = d.tenant_id and f.procurement_id = d.id)
      order by d.id for update of t);
  invoices := array(
    select d.id from public.sample_record s
      join public.invoice d on d.tenant_id = s.tenant_id and d.id = s.record_id
      join public.timeline t on t.tenant_id = d.tenant_id and t.id = d.timeline_id and t.content_version = s.content_version
      where s.tenant_id = app.tenant_id() and s.table_name = 'invoice' and d.legal_hold is null
        and not exists (select from public.file f where f.tenant_id = d.tenant_id and f.invoice_id = d.id and f.created_at > s.kept_at)
        and not exists (select from public.timeline_entry e where e.tenant_id = d.tenant_id and e.invoice_id = d.id
          and e.completed_at > s.kept_at and e.type <> 'invoice-upload')
      order by d.id for update of t);
  invoices := array(select unnest(invoices) except select app.needed_invoices(app.tenant_id(), invoices));
  perform app.remove_documents(app.tenant_id(), 'invoice', invoices);
  orders := array(select id from unnest(orders) id where not app.is_needed('procurement', app.tenant_id(), id));
  perform app.remove_documents(app.tenant_id(), 'procurement', orders);
  delete from public.sample_record s where s.tenant_id = app.tenant_id()
    and (s.table_name = 'procurement'
        and not exists (select from public.procurement d where d.tenant_id = s.tenant_id and d.id = s.record_id)
      or s.table_name = 'invoice'
        and not exists (select from public.invoice d where d.tenant_id = s.tenant_id and d.id = s.record_id));
  return cardinality(orders) + cardinality(invoices);
end
$function$;
grant execute on function app.remove_sample_documents() to writer;
