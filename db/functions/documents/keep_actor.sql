-- The person who really acted, independent of what wrote the entry.
create or replace function app.keep_actor() returns trigger language plpgsql as $$
begin
  new.actor_id := case when new.completed_at is not null and app.is_acting() then app.actor_id() end;
  return new;
end
$$;
