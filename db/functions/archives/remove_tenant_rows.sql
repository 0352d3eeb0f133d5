-- Deletes rows of a tenant for about so many milliseconds. The tenant cannot be entered, and finally has no rows
-- left: so no trigger has to update figures or history, and foreign keys between its tables need no order.
create or replace function app.remove_tenant_rows(in_deletion bigint, in_milliseconds integer) returns void
language plpgsql security definer set search_path = '' set session_replication_role = 'replica' set lock_timeout = '2s'
set enable_seqscan = off set enable_bitmapscan = off set timezone = 'UTC' as $$
declare
  d public.deletion;
  until timestamptz := clock_timestamp() + in_milliseconds * interval '1 millisecond';
  this text;
  gone bigint;
  head record;
  open_rows bigint;
  rows_gone bigint;
begin
  select * into strict d from public.deletion where id = in_deletion for update;
  if d.kind <> 'tenant' or d.state <> 'running' then
    raise exception 'no tenant is being deleted' using errcode = '55000';
  end if;
  if d.step = 'count' then
    if d.books is null then
      d.books := coalesce(app.books_of(d.deleted_tenant_id), '{}');
      d.removed := app.more(d.removed, 'queue', app.forget_queue_of(d.deleted_tenant_id));
    end if;
    for this in select name from app.tables_of_tenants() where name > d.place loop
      execute format('select count(*) from public.%I where tenant_id = $1', this) into gone using d.deleted_tenant_id;
      d.expected := app.more(d.expected, this, gone);
      d.place := this;
      exit when clock_timestamp() > until;
    end loop;
    if not exists (select from app.tables_of_tenants() where name > d.place) then
      d.step := 'rows';
      d.place := '';
    end if;
  elsif d.step = 'rows' then
    for this in select name from app.tables_of_tenants() where name > d.place and app.goes_before_audit(name, d.deleted_tenant_id) loop
      loop
        execute format('delete from public.%1$I where ctid = any (array(select ctid from public.%1$I where tenant_id = $1 limit $2))', this)
          using d.deleted_tenant_id, case when this in ('file_chunk', 'archive_piece') then 20 else 500 end;
        get diagnostics gone = row_count;
        d.removed := app.more(d.removed, this, gone);
        exit when gone = 0 or clock_timestamp() > until;
      end loop;
      exit when gone > 0;
      d.place := this;
      exit when clock_timestamp() > until;
    end loop;
    if not exists (select from app.tables_of_tenants() where name > d.place and app.goes_before_audit(name, d.deleted_tenant_id)) then
      -- The audit ends here. Rows not sealed by now are counted.
      select l.position, l.link into head from public.audit_link l
        where l.tenant_id = d.deleted_tenant_id order by l.position desc limit 1;
      select count(*) into open_rows from public.audit_log a
        where a.tenant_id = d.deleted_tenant_id and a.xact >= coalesce((select sealed_before from public.audit_seal limit 1), '0')
          and not exists (select from public.audit_link l where l.tenant_id = a.tenant_id and l.audit_log_id = a.id);
      insert into public.audit_closing (deleted_tenant_id, name, position, link, unsealed, actor_id)
        select d.deleted_tenant_id, d.name, coalesce(head.position, 0), head.link, open_rows, d.operator_id
        where not exists (select from public.audit_closing where deleted_tenant_id = d.deleted_tenant_id);
      if d.closing_position is null then
        d.closing_position := coalesce(head.position, 0);
        d.closing_link := encode(head.link, 'hex');
        d.closing_unsealed := open_rows;
      end if;
      d.step := 'audit';
    end if;
  elsif d.step = 'audit' then
    -- From the end, so that the remaining rows are an intact chain.
    loop
      with ends as (
        delete from public.audit_link where tenant_id = d.deleted_tenant_id and position > coalesce((
          select l.position from public.audit_link l where l.tenant_id = d.deleted_tenant_id
          order by l.position desc offset 500 limit 1), -1)
        returning audit_log_id
      ), rows as (
        delete from public.audit_log a where a.tenant_id = d.deleted_tenant_id and a.id = any (array(select audit_log_id from ends))
        returning 1
      )
      select (select count(*) from ends), (select count(*) from rows) into gone, rows_gone;
      d.removed := app.more(app.more(d.removed, 'audit_link', gone), 'audit_log', rows_gone);
      exit when gone = 0 or clock_timestamp() > until;
    end loop;
    if gone = 0 then
      delete from public.audit_log where ctid = any (array(
        select ctid from public.audit_log where tenant_id = d.deleted_tenant_id limit 500));
      get diagnostics gone = row_count;
      d.removed := app.more(d.removed, 'audit_log', gone);
    end if;
    if gone = 0 then
      d.step := 'end';
    end if;
  else
    -- Waits for running writes to the tenant; new ones are impossible afterwards.
    perform from public.tenant where id = d.deleted_tenant_id for update;
    d.removed := app.more(d.removed, 'queue', app.forget_queue_of(d.deleted_tenant_id));
    for this in select name from app.tables_of_tenants() loop
      execute format('select 1 from public.%I where tenant_id = $1 limit 1', this) into gone using d.deleted_tenant_id;
      exit when gone is not null;
    end loop;
    if gone is not null then
      d.step := 'rows';
      d.place := '';
    else
      delete from public.tenant where id = d.deleted_tenant_id;
      d.state := 'done';
      d.finished_at := clock_timestamp();
    end if;
  end if;
  update public.deletion set state = d.state, step = d.step, place = d.place, expected = d.expected, removed = d.removed, books = d.books,
      closing_position = d.closing_position, closing_link = d.closing_link, closing_unsealed = d.closing_unsealed,
      worked_at = clock_timestamp(), problem = null, finished_at = d.finished_at
    where id = in_deletion;
end
$$;
