-- Invoices on which remaining ones depend.
create or replace function app.needed_invoices(in_tenant bigint, in_going bigint[]) returns setof bigint
language sql stable set search_path to '' as $$
  with recursive needed as (
    select unnest(taken_off_ids || corrects_invoice_id) as id from public.invoice
      where tenant_id = in_tenant and (taken_off_ids is not null or corrects_invoice_id is not null) and id <> all (in_going)
    union
    select unnest(i.taken_off_ids || i.corrects_invoice_id) from needed n
      join public.invoice i on i.tenant_id = in_tenant and i.id = n.id
  )
  select id from needed where id is not null
$$;
