-- Whether a person of the own tenant approves anything, for administrators, who read limits; null for others (AUTH-31).
create or replace function app.approves_anything(in_person bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when app.is_admin() then app.approves(app.tenant_id(), in_person) end
$$;
grant execute on function app.approves_anything(bigint) to reader, reader_price, writer;
