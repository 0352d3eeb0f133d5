create or replace function app.lines_of_invoice(in_tenant bigint, in_id bigint) returns table (lines_text text)
language sql stable as $$
  select left(coalesce(string_agg(concat_ws(' ', description, item_number), ' ' order by sort_no, id), ''), 8000)
    from public.invoice_line where tenant_id = in_tenant and invoice_id = in_id
$$;
