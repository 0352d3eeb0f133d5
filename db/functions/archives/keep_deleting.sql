-- A tenant being deleted cannot be restored, changed or charged.
create or replace function app.keep_deleting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_deleting(case tg_table_name when 'tenant' then new.id else (to_jsonb(new) ->> 'tenant_id')::bigint end) then
    raise exception 'the tenant is being deleted' using errcode = '55000';
  end if;
  return new;
end
$$;
