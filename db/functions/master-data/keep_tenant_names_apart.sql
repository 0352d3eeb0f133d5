-- Equal names are refused by their unique key. A tenant cannot be founded or renamed with a name confusable with
-- another's, in any way (OP-01, VAL-40).
create or replace function app.keep_tenant_names_apart() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('names of tenants'));
  if exists (select from public.tenant t where t.id <> new.id and t.name <> new.name
      and app.look_alike(t.name) = app.look_alike(new.name)) then
    raise exception 'unique_violation' using errcode = '23505', column = 'name';
  end if;
  return new;
end
$$;
