-- A device that is logged out shows no notices any more (MOB-03). The former token of a session goes before its end.
create or replace function app.end_push() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' or not exists (
       select from public.refresh_token r where r.family = old.family and r.tenant_id = old.tenant_id) then
    delete from public.push_subscription s where s.tenant_id = old.tenant_id and s.session = old.family;
  end if;
  return null;
end
$$;
