-- Runs for each changed row, after the notes: the first run writes everything noted and leaves nothing for the
-- others.
create or replace function app.list_noted_documents()
returns trigger
language plpgsql
security definer
set search_path to '' as $$
declare
  noted text := current_setting('app.changed_documents', true);
  listed record;
begin
  if coalesce(noted, '') = '' then
    return null;
  end if;
  perform set_config('app.changed_documents', '', true);
  for listed in
    select tenant_id, kind, is_whole, array_agg(id) as ids, array_agg(id) filter (where is_counted) as counted_ids
      from (
        select split_part(one, ' ', 1)::bigint as tenant_id, split_part(one, ' ', 2) as kind,
            split_part(one, ' ', 3)::bigint as id, bool_or(split_part(one, ' ', 4) = 'all') as is_whole,
            bool_or(split_part(one, ' ', 4) <> 'step') as is_counted
          from unnest(string_to_array(noted, ',')) as one group by 1, 2, 3
      ) d group by 1, 2, 3
  loop
    perform app.list_documents(listed.tenant_id, listed.kind, listed.ids, listed.is_whole);
    perform app.keep_states(listed.tenant_id, listed.kind, listed.ids);
    if listed.counted_ids is not null then
      perform app.keep_budget_amounts(listed.tenant_id, listed.kind, listed.counted_ids);
      perform app.keep_order_movements(listed.tenant_id, listed.kind, listed.counted_ids);
    end if;
  end loop;
  return null;
end
$$;
