-- The network part of an address: 24 bits of IPv4, 48 of IPv6. Null if it is no address. PL/pgSQL, because an SQL
-- plan would evaluate constant casts before checking the address.
create or replace function app.network_of(in_address text) returns text language plpgsql immutable set search_path = '' as $$
declare
  plain constant text := regexp_replace(regexp_replace(in_address, '^::ffff:(?=\d+\.)', '', 'i'), '%.*$', '');
begin
  if not coalesce(pg_catalog.pg_input_is_valid(plain, 'inet'), false) then
    return null;
  end if;
  return pg_catalog.text(pg_catalog.network(pg_catalog.set_masklen(plain::inet, case pg_catalog.family(plain::inet) when 4 then 24 else 48 end)));
end
$$;
