-- Whether automatic exports of a company are suspended: three in a row exported nothing (EXP-27).
create or replace function app.are_exports_futile(in_tenant bigint, in_client bigint) returns boolean
language sql stable set search_path = '' as $$
  select app.futile_exports(in_tenant, in_client) >= 3
$$;
grant execute on function app.are_exports_futile(bigint, bigint) to writer;
