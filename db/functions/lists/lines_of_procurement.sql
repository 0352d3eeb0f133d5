create or replace function app.lines_of_procurement(in_tenant bigint, in_id bigint)
returns table (supplier_id bigint, supplier_ids bigint[], lines_text text, lines_owed_on date, owes_undated_lines boolean)
language sql stable as $$
  select (array_agg(line.supplier_id order by sort_no, id) filter (where line.supplier_id is not null))[1],
      coalesce(array_agg(distinct line.supplier_id) filter (where line.supplier_id is not null), '{}'),
      left(coalesce(string_agg(words, ' ' order by sort_no, id), ''), 8000),
      min(owed_on) filter (where is_outstanding),
      coalesce(bool_or(owed_on is null) filter (where is_outstanding), false)
    from (
      select l.sort_no, l.id, concat_ws(' ', l.description, l.item_number, s.name) as words, l.supplier_id,
          l.is_outstanding, coalesce(l.confirmed_delivery_date, l.delivery_date) as owed_on
        from public.procurement_line l left join public.supplier s on s.tenant_id = l.tenant_id and s.id = l.supplier_id
        where l.tenant_id = in_tenant and l.procurement_id = in_id
    ) line
$$;
