-- The statuses of documents that are neither drafts nor finished.
create or replace function app.open_statuses(in_kind text) returns text[] language sql immutable parallel safe return
  case in_kind
    when 'procurement' then '{open,approval,approved,ordered,clearing}'::text[]
    when 'invoice' then '{open,approval,financial-approval,clearing,accounting,export}'::text[]
    when 'contract' then '{pending,check,contract-approval,signature,clearing,completed,active,inactive}'::text[]
  end;
grant execute on function app.open_statuses(text) to reader, reader_price, writer;
