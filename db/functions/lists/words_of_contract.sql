create or replace function app.words_of_contract(in_tenant bigint, in_id bigint)
returns table (timeline_id bigint, number text, running_number integer, name text, created_at timestamptz, head_text text,
  supplier_id bigint, supplier_ids bigint[])
language sql stable as $$
  select c.timeline_id, c.contract_number_formatted, c.contract_number, c.name, c.created_at,
      concat_ws(' ', c.contract_number_formatted, c.name, c.external_contract_number, s.name, c.notes),
      c.supplier_id, array_remove(array[c.supplier_id], null)
    from public.contract c left join public.supplier s on s.tenant_id = in_tenant and s.id = c.supplier_id
    where c.tenant_id = in_tenant and c.id = in_id
$$;
