-- The kind of a billing cannot be changed.
create or replace function app.keep_billing_kind() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'what a billing is for is decided once' using errcode = '23514';
end
$$;
