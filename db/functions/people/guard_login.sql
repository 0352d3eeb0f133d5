-- Logins are written as gate, and consequences of other changes by the database.
create or replace function app.guard_login() returns trigger language plpgsql as $$
begin
  if current_user = 'writer' and not app.is_own_session() then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
