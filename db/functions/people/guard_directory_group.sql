-- A group of the directory is mapped to a task group, not to a person (AUTH-33).
create or replace function app.guard_directory_group() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  if not exists (select from public.lb_user g where g.tenant_id = new.tenant_id and g.id = new.task_group_id and g.is_group) then
    raise exception 'foreign_key_violation' using errcode = '23503';
  end if;
  return new;
end
$$;
