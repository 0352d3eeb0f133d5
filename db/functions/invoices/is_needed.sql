-- Whether an invoice depends on a document, which then must stay (INV-29); an operator's deletion may remove it after
-- retention.
create or replace function app.is_needed(in_kind text, in_tenant bigint, in_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case in_kind
    when 'procurement' then exists (select from public.invoice where tenant_id = in_tenant and procurement_id = in_id) or exists (
      select from public.procurement_line o join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
      where o.tenant_id = in_tenant and o.procurement_id = in_id)
    when 'contract' then exists (select from public.invoice where tenant_id = in_tenant and contract_id = in_id)
    when 'invoice' then exists (select from app.hanging_invoices(in_tenant, in_id))
    else false end
$function$;
grant execute on function app.is_needed(text, bigint, bigint) to writer;
