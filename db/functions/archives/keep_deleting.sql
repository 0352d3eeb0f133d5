-- A tenant being deleted cannot be restored, changed or charged, nor one that moves or has moved to another
-- installation (TECH-18): what would be written here is lost there. The mover itself logs in as the owner.
create or replace function app.keep_deleting() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner bigint := case tg_table_name when 'tenant' then new.id else (to_jsonb(new) ->> 'tenant_id')::bigint end;
begin
  if app.is_deleting(owner) then
    raise exception 'the tenant is being deleted' using errcode = '55000';
  end if;
  if session_user = 'kontor_web'
     -- The end of a broken move.
     and (to_jsonb(old) ->> 'status', to_jsonb(new) ->> 'status') is distinct from ('moving', 'active')
     and exists (select from public.tenant where id = owner and status in ('moving', 'moved', 'arriving')) then
    raise exception 'the tenant moves to another installation' using errcode = '55000';
  end if;
  return new;
end
$$;
