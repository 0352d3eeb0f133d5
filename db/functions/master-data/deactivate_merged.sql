create or replace function app.deactivate_merged() returns trigger language plpgsql set search_path to '' as $$
begin
  new.active := false;
  return new;
end
$$;
