create or replace function app.lines_of_contract(in_tenant bigint, in_id bigint) returns table (lines_text text)
language sql stable as $$
  select left(coalesce(string_agg(concat_ws(' ', name, item_number), ' ' order by sort_no, id), ''), 8000)
    from public.contract_line where tenant_id = in_tenant and contract_id = in_id
$$;
