-- What a transaction changes under open documents is noted by its rows, and the documents are counted once, at the end (PROC-43): one that
-- holds several of the rows is one document.
drop function app.note_documents_waiting(integer);
create function app.note_reached(in_table text, in_ids bigint[]) returns void language sql set search_path to '' as $$
  select set_config('app.reached', (known.rows || jsonb_build_object(in_table, coalesce(known.rows -> in_table, '[]') || to_jsonb(in_ids)))::text, true)
  from (select coalesce(nullif(current_setting('app.reached', true), ''), '{}')::jsonb as rows) known
  where cardinality(in_ids) > 0
$$;
create function app.note_reached_setting(in_key text) returns void language sql set search_path to '' as $$
  select set_config('app.reached_settings', concat_ws(',', nullif(current_setting('app.reached_settings', true), ''), in_key), true)
$$;
grant execute on function app.note_reached(text, bigint[]), app.note_reached_setting(text) to writer;

-- Tasks of people and task groups are what documents hold of them; whoever has none holds nothing up.
create or replace function app.documents_waiting_on(in_table text, in_ids bigint[]) returns table (kind text, document_id bigint)
language plpgsql stable set search_path to '' as $$
declare
  held record;
begin
  if in_table in ('lb_user', 'task_group') then
    return query select d.kind, d.id from public.document d
      where d.tenant_id = app.tenant_id() and d.assignee_ids && in_ids and d.status = any (app.open_statuses(d.kind))
        and d.kind = any (app.kinds_on());
    return;
  end if;
  for held in
    select h.kind, string_agg(format('select h.%I from public.%I h where h.tenant_id = $1 and h.%I = any ($2)',
      h.document_column, h.relation, h.held_column), ' union ') as holding
    from app.documents_hold(in_table) h where h.kind = any (app.kinds_on()) group by h.kind
  loop
    return query execute format(
      'select d.kind, d.id from public.document d
       where d.tenant_id = $1 and d.kind = %L and d.status = any ($3) and d.id in (%s)', held.kind, held.holding)
      using app.tenant_id(), in_ids, app.open_statuses(held.kind);
  end loop;
end
$$;

-- The open documents under what this transaction has changed, each once, as far as whoever asks sees them.
create function app.documents_reached() returns table (kind text, document_id bigint)
language plpgsql stable set search_path to '' as $$
declare
  reached constant jsonb := nullif(current_setting('app.reached', true), '');
  settings constant text[] := string_to_array(nullif(current_setting('app.reached_settings', true), ''), ',');
begin
  if reached is null and settings is null then
    return;
  end if;
  return query
    select w.kind, w.document_id from jsonb_each(reached) r
      cross join lateral app.documents_waiting_on(r.key, array(select distinct jsonb_array_elements_text(r.value)::bigint)) w
    union select s.kind, s.document_id from app.documents_under_settings(settings) s;
end
$$;
grant execute on function app.documents_reached() to reader, reader_price, writer;

create or replace function app.count_documents_waiting() returns trigger language plpgsql set search_path to '' as $$
declare
  steering constant text[] := (select array_agg(s.field) from app.steering() s where s.table_name = tg_table_name);
begin
  perform app.note_reached(tg_table_name, array(
    select n.id from was o join now_is n on n.id = o.id and n.tenant_id = o.tenant_id
    where o.active and not n.active
      or app.picked(to_jsonb(o), steering) is distinct from app.picked(to_jsonb(n), steering)));
  return null;
end
$$;

create or replace function app.count_documents_under_setting() returns trigger language plpgsql set search_path to '' as $$
declare
  setting constant public.configuration := case when tg_op = 'DELETE' then old else new end;
begin
  if setting.client_id is null
    and (tg_op <> 'UPDATE' or (old.value, old.lb_user_id) is distinct from (new.value, new.lb_user_id)) then
    perform app.note_reached_setting(setting.key);
  end if;
  return null;
end
$$;

-- Suppliers, products, people and task groups steer as well (PROC-43).
do $$
declare
  source text := pg_get_functiondef('app.steering()'::regprocedure);
  former constant text := '  union all select ''product_group''';
begin
  if strpos(source, former) = 0 then
    raise exception 'app.steering is another one';
  end if;
  execute replace(source, former, '  union all select ''supplier'', c, null from unnest(''{country,external_id,vat_number,payment_method}''::text[]) c
  union all select ''supplier_client'', c, null from unnest(''{client_id,external_id,vendor_account}''::text[]) c
  union all select ''product'', c, null from unnest(''{cost_center_id,is_cost_center_fixed}''::text[]) c
  union all select ''lb_user'', c, null from unnest(''{approval_limit,priority_approval_limit,substitute_id,absence_from,absence_to,roles}''::text[]) c
  union all select ''task_group'', c, null from unnest(''{approval_limit,priority_approval_limit,roles}''::text[]) c
' || former);
end
$$;

-- Rows that belong to a record steer what the record does.
drop function app.count_documents_of_companies() cascade;
create function app.count_documents_of_owner() returns trigger language plpgsql set search_path to '' as $$
declare
  steering constant text[] := (select array_agg(s.field) from app.steering() s where s.table_name = tg_table_name);
  owner_table constant text := tg_argv[0];
  owner_column constant text := owner_table || '_id';
  owners bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct (to_jsonb(n) ->> owner_column)::bigint) into owners from now_is n;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct (to_jsonb(o) ->> owner_column)::bigint) into owners from was o;
  else
    select array_agg(distinct (to_jsonb(n) ->> owner_column)::bigint) into owners
      from was o join now_is n on n.id = o.id and n.tenant_id = o.tenant_id
      where app.picked(to_jsonb(o), steering) is distinct from app.picked(to_jsonb(n), steering);
  end if;
  perform app.note_reached(owner_table, owners);
  return null;
end
$$;
do $$
declare
  part record;
begin
  for part in values ('client_tax_key', 'client'), ('client_discount_code', 'client'), ('client_d365_dimension', 'client'),
    ('supplier_client', 'supplier') loop
    execute format('create trigger count_documents_insert after insert on public.%I referencing new table as now_is
      for each statement when (current_user = ''writer'') execute function app.count_documents_of_owner(%L)', part.column1, part.column2);
    execute format('create trigger count_documents_update after update on public.%I referencing old table as was new table as now_is
      for each statement when (current_user = ''writer'') execute function app.count_documents_of_owner(%L)', part.column1, part.column2);
    execute format('create trigger count_documents_delete after delete on public.%I referencing old table as was
      for each statement when (current_user = ''writer'') execute function app.count_documents_of_owner(%L)', part.column1, part.column2);
  end loop;
end
$$;

-- What somebody says of himself he knows.
create function app.count_documents_of_person() returns trigger language plpgsql set search_path to '' as $$
begin
  if new.id is distinct from app.user_id() then
    perform app.note_reached('lb_user', array[new.id]);
  end if;
  return null;
end
$$;
create trigger count_documents_waiting after update of active, approval_limit, priority_approval_limit, substitute_id, absence_from,
  absence_to, roles on lb_user for each row
  when (current_user = 'writer' and (old.active and not new.active
    or (old.approval_limit, old.priority_approval_limit, old.substitute_id, old.absence_from, old.absence_to, old.roles)
      is distinct from (new.approval_limit, new.priority_approval_limit, new.substitute_id, new.absence_from, new.absence_to, new.roles)))
  execute function app.count_documents_of_person();
