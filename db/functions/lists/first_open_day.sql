-- The first day of a company after its last closed month; later changes of earlier days count on it (DASH-08).
create or replace function app.first_open_day(in_tenant bigint, in_client bigint) returns date
language sql stable set search_path to '' as $$
  select coalesce(max(day) + 1, '-infinity') from public.closed_month where tenant_id = in_tenant and client_id = in_client
$$;
