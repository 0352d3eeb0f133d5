-- Even the owner cannot change a row, except for recording once where it is sealed, or remove one younger than a
-- year.
create or replace function app.keep_security_log() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '1 year' or not exists (select from public.tenant t where t.id = old.tenant_id) then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    if old.sealed_in is null and to_jsonb(new) - 'sealed_in' = to_jsonb(old) - 'sealed_in' then
      return new;
    end if;
  end if;
  raise exception 'the security log is not changed' using errcode = '55000';
end
$$;
