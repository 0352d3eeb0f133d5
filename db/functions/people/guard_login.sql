-- Logins are written as gate, and consequences of other changes by the database. The directory changes addresses alone
-- (AUTH-33).
create or replace function app.guard_login() returns trigger language plpgsql as $$
begin
  if current_user = 'writer' and not app.is_own_session() then
    if tg_table_name = 'lb_user' and app.means() = 'directory' and exists (select from public.lb_user d
        where d.tenant_id = app.tenant_id() and d.id = app.user_id() and d.is_directory) then
      if (new.api_token_hash, new.token_maker_id, new.token_expires_at)
          is not distinct from (old.api_token_hash, old.token_maker_id, old.token_expires_at) then
        return new;
      end if;
    end if;
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
