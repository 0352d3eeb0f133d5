-- A group that its last member leaves has no task any more, as with whoever is deactivated.
create or replace function app.settle_tasks_of_groups() returns trigger language plpgsql set search_path to '' as $$
begin
  perform app.enqueue('settle_tasks', '{}');
  return null;
end
$$;
