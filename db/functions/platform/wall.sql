-- Puts the wall around one table; every tenant-owned table calls it, and again when it gains a column.
--   visible:  what readers see inside their tenant, as an SQL condition
--   amounts:  columns granted to readers with prices only (ROLE-07)
--   secrets:  columns granted to no reader and masked in the audit (TECH-07, AUD-03)
--   ignored:  derived columns that leave no audit row of their own
--   parent:   the table shown as relation_table in the audit
-- Columns of administrators and bank data are left out (`app.narrow`).
create or replace procedure app.wall(
  table_name text,
  visible text default 'true',
  amounts text[] default '{}',
  secrets text[] default '{}',
  ignored text[] default '{}',
  parent text default null,
  audited boolean default true,
  readable boolean default true
) language plpgsql as $$
declare
  target regclass := format('public.%I', table_name)::regclass;
  open_columns text;
  price_columns text;
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('drop policy if exists tenant_wall on %s', target);
  execute format('drop policy if exists visible on %s', target);
  execute format(
    'create policy tenant_wall on %s to writer using (tenant_id = (select app.tenant_id())) '
    'with check (tenant_id = (select app.tenant_id()))', target);
  execute format('revoke all on %s from reader, reader_price, writer', target);
  execute format('grant select, insert, update, delete on %s to writer', target);
  if readable then
    execute format(
      'create policy visible on %s for select to reader, reader_price '
      'using (tenant_id = (select app.tenant_id()) and (%s))', target, visible);
    select string_agg(quote_ident(attname), ', ' order by attnum) filter (where attname <> all (amounts)),
           string_agg(quote_ident(attname), ', ' order by attnum)
      into open_columns, price_columns
      from pg_attribute
      where attrelid = target and attnum > 0 and not attisdropped and attname <> all (secrets);
    execute format('grant select (%s) on %s to reader', open_columns, target);
    execute format('grant select (%s) on %s to reader_price', price_columns, target);
    call app.narrow(table_name);
  end if;
  execute format('drop trigger if exists touch on %s', target);
  execute format('drop trigger if exists audit on %s', target);
  if exists (select from pg_attribute where attrelid = target and attname = 'updated_at' and not attisdropped) then
    execute format('create trigger touch before update on %s for each row execute function app.touch()', target);
  end if;
  if audited then
    execute format(
      'create trigger audit after insert or update or delete on %s for each row execute function app.write_audit(%L, %L, %L, %L)',
      target, secrets, amounts, ignored, coalesce(parent, table_name));
  end if;
end
$$;
