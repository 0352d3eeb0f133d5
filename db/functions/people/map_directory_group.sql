-- The members of a group of the directory follow its mapping, in a job that proposes as the directory (AUTH-33).
create or replace function app.map_directory_group() returns trigger language plpgsql set search_path to '' as $$
begin
  perform app.enqueue('map_directory_group', jsonb_build_object('group_id', new.id, 'former_id', old.task_group_id));
  return null;
end
$$;
