-- Rights, limits and mail settings of colleagues are for administrators, accounts of suppliers for whoever handles suppliers or invoices
-- (AUTH-31). As with amounts (ROLE-07), the readers of all others have no grant for these columns.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['reader_bank', 'reader_price_bank', 'reader_admin'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin', wanted);
    end if;
  end loop;
end
$$;
grant reader to reader_bank with inherit true, set false;
grant reader_price to reader_price_bank with inherit true, set false;
grant reader_price_bank to reader_admin with inherit true, set false;
-- An auditor sees master data as the bookkeeping has them (ARC-04).
grant reader_price_bank to auditor with inherit true, set false;
grant reader_bank, reader_price_bank, reader_admin to kontor_web with inherit false, set true;

-- The columns that only administrators read, and those of bank data, by table: the one list of them.
create function app.control_columns(in_table text) returns text[] language sql immutable parallel safe return
  case in_table
    when 'lb_user' then '{roles,approval_limit,priority_approval_limit,notification_mail_interval_minutes,token_issued_at,token_expires_at,token_maker_id}'
    when 'task_group' then '{roles,approval_limit,priority_approval_limit}'
    else '{}'
  end::text[];
create function app.bank_columns(in_table text) returns text[] language sql immutable parallel safe return
  case in_table
    when 'supplier' then '{iban,bic,bank}'
    when 'supplier_bank_change' then '{iban,bic,former_iban,former_bic}'
    else '{}'
  end::text[];
-- Whether the person handles suppliers or invoices (`handlesBank` in the server).
create function app.handles_bank() returns boolean language sql stable parallel safe return
  app.has_role('user-can-insert-supplier') or app.has_role('user-can-change-invoices') or app.has_role('user-export-invoice')
  or app.has_role('user-see-all-invoices') or app.has_role('user-see-all-invoices-belonging-to-own-company')
  or coalesce(current_setting('app.auditor_client', true), '') <> '';
grant execute on function app.control_columns(text), app.bank_columns(text), app.handles_bank() to reader, reader_price, writer;

create procedure app.narrow(table_name text) language plpgsql as $$
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

-- The wall of a table that is built anew leaves these columns out again.
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
call app.narrow('lb_user');
call app.narrow('supplier');
call app.narrow('supplier_bank_change');

-- A view that its reader invokes needs every column that it shows; these come by functions, to administrators alone.
create or replace function app.approval_limit_of(in_person bigint) returns numeric
language sql stable security definer set search_path = '' as $$
  select approval_limit from public.lb_user where tenant_id = app.tenant_id() and id = in_person and app.is_admin()
$$;
create function app.priority_of(in_person bigint) returns integer
language sql stable security definer set search_path = '' as $$
  select priority_approval_limit from public.lb_user where tenant_id = app.tenant_id() and id = in_person and app.is_admin()
$$;
create function app.roles_of(in_person bigint) returns text[]
language sql stable security definer set search_path = '' as $$
  select roles from public.lb_user where tenant_id = app.tenant_id() and id = in_person and app.is_admin()
$$;
grant execute on function app.priority_of(bigint), app.roles_of(bigint) to reader, reader_price, writer;
create or replace view task_group with (security_invoker = true) as
  select tenant_id, id, name, app.roles_of(id) as roles, app.approval_limit_of(id) as approval_limit,
    app.priority_of(id) as priority_approval_limit, active, created_at, updated_at, search_text
  from lb_user where is_group;
call app.narrow('task_group');

-- What a person has set for his own mails he reads himself.
create function app.own_mail_interval(in_person bigint) returns integer
language sql stable security definer set search_path = '' as $$
  select notification_mail_interval_minutes from public.lb_user
    where tenant_id = app.tenant_id() and id = in_person and id = app.user_id()
$$;
grant execute on function app.own_mail_interval(bigint) to reader, reader_price;

-- The audit keeps the values of these columns: its rows are for whoever reads the columns themselves.
create policy narrowed on audit_log as restrictive for select to reader, reader_price using (
  case "table"
    when 'lb_user' then (select app.is_admin()) or not affected_properties && app.control_columns('lb_user')
    when 'supplier' then (select app.handles_bank()) or not affected_properties && app.bank_columns('supplier')
    when 'supplier_bank_change' then (select app.handles_bank())
    else true
  end);
