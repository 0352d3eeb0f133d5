create or replace procedure app.narrow(table_name text) language plpgsql as $$
declare
  target regclass := format('public.%I', table_name)::regclass;
  controls text;
  bank text;
begin
  select string_agg(quote_ident(name), ', ') into controls from unnest(app.control_columns(table_name)) as name;
  select string_agg(quote_ident(name), ', ') into bank from unnest(app.bank_columns(table_name)) as name;
  if controls is not null then
    execute format('revoke select (%s) on %s from reader, reader_price', controls, target);
    execute format('grant select (%s) on %s to reader_admin', controls, target);
  end if;
  if bank is not null then
    execute format('revoke select (%s) on %s from reader, reader_price', bank, target);
    execute format('grant select (%s) on %s to reader_bank, reader_price_bank', bank, target);
  end if;
end
$$;
