-- Serialises bulk writes into one table of a tenant: an import and a save of many rows compare stored rows before
-- writing (SHEET-21). Fails after a wait (55P03, lock_timeout).
create or replace function app.take_bulk_turn(in_table text) returns void
language plpgsql set search_path to '' set lock_timeout to '5s' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('bulk write of ' || in_table, app.tenant_id()));
end
$$;
grant execute on function app.take_bulk_turn(text) to writer;
