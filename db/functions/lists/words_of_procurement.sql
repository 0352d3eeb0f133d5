create or replace function app.words_of_procurement(in_tenant bigint, in_id bigint)
returns table (timeline_id bigint, number text, running_number integer, name text, created_at timestamptz, head_text text)
language sql stable as $$
  select timeline_id, coalesce(order_number_formatted, draft_number_formatted), coalesce(number, draft_number), name, created_at,
      concat_ws(' ', coalesce(order_number_formatted, draft_number_formatted), name, external_order_number, notes)
    from public.procurement where tenant_id = in_tenant and id = in_id
$$;
