create or replace function app.mask_address(in_address text) returns text
language sql immutable set search_path = '' as $$
  select left(in_address, 1) || '***' || coalesce(substring(in_address from '@[^@]*$'), '')
$$;
