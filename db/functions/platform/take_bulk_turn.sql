-- Bulk writes into one table of a tenant take turns: an import and a save of many rows compare with what is there before they write
-- (SHEET-21). Who waits for too long is told (55P03, lock_timeout).
create or replace function app.take_bulk_turn(in_table text) returns void
language plpgsql set search_path to '' set lock_timeout to '5s' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('bulk write of ' || in_table, app.tenant_id()));
end
$$;
grant execute on function app.take_bulk_turn(text) to writer;
