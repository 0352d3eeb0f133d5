-- The ground everything else stands on: roles, session context, the wall between tenants, audit.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists btree_gist;

-- Under row-level security an operator that is not leakproof cannot use an index. Both functions reveal
-- nothing about their arguments but the result; the product asserts this at start (TECH-02, OVW-05).
alter function pg_catalog.texticlike(text, text) leakproof;
alter function pg_catalog.textlike(text, text) leakproof;

create schema if not exists app;
create collation app.german (provider = icu, locale = 'de');

-- Roles belong to the cluster, not to this database, and may be there already.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['reader', 'reader_price', 'writer', 'operator', 'gate'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin', wanted);
    end if;
  end loop;
  if not exists (select from pg_roles where rolname = 'kontor_web') then
    create role kontor_web login noinherit;
  end if;
end
$$;
grant reader, reader_price, writer, operator, gate to kontor_web with inherit false, set true;
-- Messages of the database are told apart by their English words (ERR-07).
grant set on parameter lc_messages to kontor_web;
grant usage on schema app to reader, reader_price, writer, operator, gate, kontor_web;
revoke create on schema public from public;
-- Every function is closed unless a migration opens it.
alter default privileges revoke execute on functions from public;

-- The context of a transaction (TECH-03). An unset setting is '' after the first transaction on a
-- connection; nullif turns it into null, and null matches no row.

create function app.tenant_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::bigint;
create function app.user_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::bigint;
create function app.actor_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.actor_id', true), '')::bigint;
-- The person and the task groups he is a member of.
create function app.persons() returns bigint[] language sql stable parallel safe
  return nullif(current_setting('app.persons', true), '')::bigint[];
-- The active permission groups of the person (ROLE-13).
create function app.permissions() returns bigint[] language sql stable parallel safe
  return nullif(current_setting('app.permissions', true), '')::bigint[];
create function app.is_admin() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.is_admin', true), '') = 'on';
-- The person works in the operator area, with the right and the header for it (TECH-04).
create function app.is_operator() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.is_operator', true), '') = 'on';
create function app.has_role(wanted text) returns boolean language sql stable parallel safe
  return coalesce(string_to_array(nullif(current_setting('app.roles', true), ''), ','), '{}') && array[wanted, 'user-admin'];
-- How far a person sees documents of a kind (ROLE-04): everything, or the companies and departments named here.
create function app.sees_all(kind text) returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.' || kind || '_scope', true), '') = 'all';
create function app.scope_client(kind text) returns bigint language sql stable parallel safe
  return case when current_setting('app.' || kind || '_scope', true) = 'client'
    then nullif(current_setting('app.client_id', true), '')::bigint end;
create function app.scope_department(kind text) returns bigint language sql stable parallel safe
  return case when current_setting('app.' || kind || '_scope', true) in ('department')
    then nullif(current_setting('app.department_id', true), '')::bigint end;
create function app.sees_involved(kind text) returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.' || kind || '_involved', true), '') = 'on';

grant execute on all functions in schema app to reader, reader_price, writer, operator, gate;

create function app.touch() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;

-- Ten random letters that group the audit rows of one save (AUD-06).
create function app.audit_group() returns text language plpgsql volatile as $$
declare
  letters text := nullif(current_setting('app.audit_group', true), '');
begin
  if letters is null then
    select string_agg(chr(97 + (get_byte(bytes, place) % 26)), '')
      into letters
      from (select uuid_send(gen_random_uuid()) as bytes) random, generate_series(6, 15) as place;
    perform set_config('app.audit_group', letters, true);
  end if;
  return letters;
end
$$;

-- Writes the audit row of one changed row (AUD-01 to AUD-04). Arguments: secret columns, amount columns,
-- columns that are derived and therefore not worth a row. Amounts go to columns of their own, which only
-- readers with prices are granted (ROLE-07).
create function app.write_audit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  secrets text[] := tg_argv[0]::text[];
  amounts text[] := tg_argv[1]::text[];
  ignored text[] := tg_argv[2]::text[] || array['updated_at', 'tenant_id'];
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(new_row, old_row);
  changed text[];
  masked text;
  actor bigint := app.actor_id();
  info text;
begin
  select array_agg(key order by key) into changed
    from jsonb_object_keys(whole) as key
    where key <> all (ignored) and (tg_op <> 'UPDATE' or old_row -> key is distinct from new_row -> key);
  if changed is null then
    return null;
  end if;
  if tg_table_name = 'configuration' and 'password' in (old_row ->> 'model', new_row ->> 'model') then
    secrets := secrets || 'value'::text;
  end if;
  foreach masked in array secrets loop
    if old_row ->> masked is not null then old_row := jsonb_set(old_row, array[masked], '"********"'); end if;
    if new_row ->> masked is not null then new_row := jsonb_set(new_row, array[masked], '"********"'); end if;
  end loop;
  if actor is distinct from app.user_id() then
    select 'via ' || name into info from public.lb_user
      where tenant_id = app.tenant_id() and id = app.user_id();
  end if;
  insert into public.audit_log (
    tenant_id, type, "table", relation_table, foreign_key, lb_user_id, affected_properties,
    data_before, data_after, amounts_before, amounts_after, info, random_id, procurement_id, invoice_id
  )
  select
    (whole ->> 'tenant_id')::bigint, lower(tg_op), tg_table_name, tg_argv[3],
    case when jsonb_typeof(whole -> 'id') = 'number' then (whole ->> 'id')::bigint end, actor, changed,
    app.pick(old_row, changed, amounts, false), app.pick(new_row, changed, amounts, false),
    app.pick(old_row, changed, amounts, true), app.pick(new_row, changed, amounts, true),
    info, app.audit_group(),
    -- The key of the document itself, not of one it is linked to: who sees that does not see this.
    case tg_table_name when 'procurement' then (whole ->> 'id')::bigint
         when 'invoice' then null else (whole ->> 'procurement_id')::bigint end,
    case tg_table_name when 'invoice' then (whole ->> 'id')::bigint
         when 'procurement' then null else (whole ->> 'invoice_id')::bigint end;
  return null;
end
$$;

-- The wanted keys of a row that are (or are not) amounts; null when there is none.
create function app.pick(row_data jsonb, wanted text[], amounts text[], want_amounts boolean) returns jsonb
language sql immutable
return (
  select jsonb_object_agg(key, row_data -> key)
  from unnest(wanted) as key
  where row_data is not null and (key = any (amounts)) = want_amounts
);

-- Puts the wall around one table; every tenant-owned table calls it, and again when it gains a column.
--   visible:  what readers see inside their tenant, as an SQL condition
--   amounts:  columns granted to readers with prices only (ROLE-07)
--   secrets:  columns granted to no reader and masked in the audit (TECH-07, AUD-03)
--   ignored:  derived columns that leave no audit row of their own
--   parent:   the table shown as relation_table in the audit
create procedure app.wall(
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
