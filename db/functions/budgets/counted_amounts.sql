-- The contribution of one document to the consumption, by cost center, account and day. These are amounts: null
-- without `user-price` (ROLE-07). Ignores visibility, as the consumption does, including invoices hidden from the
-- reader.
create or replace function app.counted_amounts(in_kind text, in_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(a)), '[]') from app.kept_amounts(in_kind, in_id) a having app.has_role('user-price')
$$;
grant execute on function app.counted_amounts(text, bigint) to reader, reader_price, writer;
