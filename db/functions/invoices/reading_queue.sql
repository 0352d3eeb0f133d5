-- A tenant's documents are read in up to three queues: small ones in one, so that they never wait behind scans,
-- others in two. A tenant with many documents occupies at most three slots, on all nodes together.
create or replace function app.reading_queue(in_tenant bigint, in_job bigint, in_kind text) returns text
  language plpgsql stable set search_path = '' as $$
declare
  is_small boolean;
begin
  if in_kind not in ('recognise_invoice', 'recognise_contract', 'learn_from_invoice') then
    return null;
  end if;
  select f.mime in ('application/xml', 'text/xml') and f.size < 500000 or f.mime = 'application/pdf' and f.size < 150000 into is_small
    from public.job j
      left join public.invoice i on i.tenant_id = in_tenant and i.id = (j.input ->> 'invoice_id')::bigint
      join public.file f on f.tenant_id = in_tenant and f.id = coalesce(i.view_file_id, i.file_id)
    where j.tenant_id = in_tenant and j.id = in_job;
  return format('reading %s %s', in_tenant, case when coalesce(is_small, false) then 'small' else (in_job % 2)::text end);
end $$;
