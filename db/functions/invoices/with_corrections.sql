-- These invoices with their corrections, the invoices they correct, and other corrections of those: each affects what
-- the others give back.
create or replace function app.with_corrections(in_tenant bigint, in_ids bigint[]) returns setof bigint
language sql stable set search_path to '' as $$
  with corrected as (
    select corrects_invoice_id as id from public.invoice
      where tenant_id = in_tenant and id = any (in_ids) and corrects_invoice_id is not null
  )
  select unnest(in_ids)
  union
  select id from corrected
  union
  select id from public.invoice
    where tenant_id = in_tenant and corrects_invoice_id = any (in_ids || array(select id from corrected))
$$;
grant execute on function app.with_corrections(bigint, bigint[]) to writer;
