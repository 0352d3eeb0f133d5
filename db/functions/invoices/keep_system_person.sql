create or replace function app.keep_system_person() returns trigger language plpgsql as $$
begin
  if current_user = 'writer' then
    raise exception 'permission denied for table lb_user' using errcode = '42501';
  end if;
  return coalesce(new, old);
end
$$;
