-- The instant from which items of a class are within their retention today: earlier ones may be deleted.
create or replace function app.kept_since(in_tenant bigint, in_class text) returns timestamptz
language sql stable set search_path = '' as $$
  select make_date(extract(year from now() at time zone z.zone)::integer - app.retention_years(in_tenant, in_class), 1, 1)::timestamp
    at time zone z.zone
  from (select app.time_zone_of(in_tenant) as zone) z
$$;
