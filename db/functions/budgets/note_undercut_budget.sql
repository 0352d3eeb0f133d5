-- Records that a budget becomes lower than its use, so that the change needs confirmation (API-41, BUD-08).
create or replace function app.note_undercut_budget(in_budget jsonb, in_after jsonb) returns void language sql set search_path to '' as $$
  select set_config('app.undercut_budgets', (coalesce(nullif(current_setting('app.undercut_budgets', true), ''), '[]')::jsonb
    || jsonb_build_object('id', in_budget -> 'id', 'after', in_after,
      'name', (select left(concat_ws(' ', c.number, c.name), 200) from public.cost_center c
        where c.tenant_id = (in_budget ->> 'tenant_id')::bigint and c.id = (in_budget ->> 'cost_center_id')::bigint)
        || ', ' || (in_budget ->> 'name')))::text, true)
$$;
