create or replace function app.words_of_invoice(in_tenant bigint, in_id bigint)
returns table (timeline_id bigint, number text, running_number integer, name text, created_at timestamptz, head_text text,
  supplier_id bigint, supplier_ids bigint[])
language sql stable as $$
  select i.timeline_id, i.invoice_number_formatted, i.running_number, i.name, i.created_at,
      concat_ws(' ', i.invoice_number_formatted, i.name, i.number_printed, i.number, s.name, i.notes),
      i.supplier_id, array_remove(array[i.supplier_id], null)
    from public.invoice i left join public.supplier s on s.tenant_id = in_tenant and s.id = i.supplier_id
    where i.tenant_id = in_tenant and i.id = in_id
$$;
