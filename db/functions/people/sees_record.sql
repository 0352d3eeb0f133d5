-- A reader who sees no document of the audit row sees the row only with the record itself (ROLE-21).
create or replace function app.sees_record(table_name text, record bigint) returns boolean language plpgsql stable as $$
declare
  found_it boolean;
begin
  if record is null then
    return false;
  end if;
  execute format('select exists (select from public.%I where tenant_id = app.tenant_id() and id = $1)', table_name)
    into found_it using record;
  return found_it;
exception when insufficient_privilege or undefined_column or undefined_table then
  return false;
end
$$;
grant execute on function app.sees_record(text, bigint) to reader, reader_price;
