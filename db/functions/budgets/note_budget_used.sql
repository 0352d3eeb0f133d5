-- Records the budget of a change, and its current use.
create or replace function app.note_budget_used() returns trigger language plpgsql set search_path to '' as $$
begin
  new.used := app.budget_used((new.before ->> 'cost_center_id')::bigint, (new.row_key ->> 'id')::bigint, (new.before ->> 'start')::date);
  select left(concat_ws(' ', c.number, c.name) || ', ' || b.name, 300) into new.of_name from public.budget b
    join public.cost_center c on c.tenant_id = b.tenant_id and c.id = b.cost_center_id
    where b.tenant_id = new.tenant_id and b.id = (new.row_key ->> 'id')::bigint;
  return new;
end
$$;
