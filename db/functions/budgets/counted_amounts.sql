-- What the consumption includes of one document, by cost center, account and day. These are amounts: null without
-- `user-price` (ROLE-07). It sums past visibility as the consumption does, invoices that the reader does not see included.
create or replace function app.counted_amounts(in_kind text, in_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(a)), '[]') from app.kept_amounts(in_kind, in_id) a having app.has_role('user-price')
$$;
grant execute on function app.counted_amounts(text, bigint) to reader, reader_price, writer;
