-- The writing functions bypass row-level security, but must stay in the tenant of their transaction.
create or replace function app.stay_in_tenant() returns trigger language plpgsql as $$
begin
  if new.tenant_id <> app.tenant_id() then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;
