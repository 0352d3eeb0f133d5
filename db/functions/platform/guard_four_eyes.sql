-- Four eyes (AUTH-29): while acting as another user, roles, limits and bank data cannot be changed, by any path.
-- Arguments are the columns in question; without any, every change of the row counts.
create or replace function app.guard_four_eyes() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  guarded text;
begin
  if app.actor_id() is not distinct from app.user_id() then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_nargs = 0 then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  foreach guarded in array tg_argv loop
    -- An empty list of roles equals null.
    if coalesce(nullif(nullif(before -> guarded, 'null'), '[]'), 'null')
       is distinct from coalesce(nullif(nullif(after -> guarded, 'null'), '[]'), 'null') then
      raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
    end if;
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
