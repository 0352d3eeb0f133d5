-- Refuses a value that identifies another record, naming it. Concurrent writes take turns.
create or replace function app.keep_named(in_row jsonb, in_supplier bigint, in_column text, in_client bigint) returns void
language plpgsql set search_path to '' as $$
declare
  tenant constant bigint := (in_row ->> 'tenant_id')::bigint;
  other text;
begin
  if in_row ->> in_column is not null then
    perform pg_advisory_xact_lock(hashtextextended('names of suppliers', tenant));
    other := app.named_by(tenant, in_supplier, in_column, in_row ->> in_column, in_client);
    if other is not null then
      raise exception 'supplier_named' using errcode = '55000', column = in_column,
        detail = jsonb_build_object('name', other, 'value', in_row ->> in_column);
    end if;
  end if;
end
$$;
