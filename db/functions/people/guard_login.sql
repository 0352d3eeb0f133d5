-- Logins are written as gate, and consequences of other changes by the database. The directory changes addresses alone
-- (AUTH-33).
create or replace function app.guard_login() returns trigger language plpgsql as $$
begin
  if current_user = 'writer' and not app.is_own_session() and (tg_table_name <> 'lb_user' or app.means() is distinct from 'directory') then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
