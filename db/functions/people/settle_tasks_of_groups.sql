-- A group without members has no tasks any more, like a deactivated person.
create or replace function app.settle_tasks_of_groups() returns trigger language plpgsql set search_path to '' as $$
begin
  perform app.enqueue('settle_tasks', '{}');
  return null;
end
$$;
