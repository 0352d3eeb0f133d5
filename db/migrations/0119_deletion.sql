-- What operators delete for good: a tenant (OP-02), or its orders or invoices of some days (OP-04). One row each says what shall go and
-- what has gone; it works off in short transactions and stays as the log. It names no tenant by a key, which would go with it.
create table deletion (
  id bigint generated always as identity primary key,
  deleted_tenant_id bigint not null,
  kind text not null check (kind in ('tenant', 'procurement', 'invoice')),
  name text not null,
  -- Of documents, the days by the clock of the tenant, and the instants that they mean.
  first_day date,
  last_day date check (last_day >= first_day),
  first_at timestamptz,
  end_at timestamptz,
  operator_tenant_id bigint not null,
  operator_id bigint not null,
  operator_name text not null,
  -- The archive that was handed over (ARC-03), and the moment whose data it holds.
  archive_sha256 text check (archive_sha256 ~ '^[0-9a-f]{64}$'),
  archive_made_at timestamptz,
  state text not null default 'running' check (state in ('running', 'done')),
  step text not null check (step in ('count', 'rows', 'audit', 'documents', 'end')),
  -- How far it has come: the table, or the document after which it goes on.
  place text not null default '',
  place_at timestamptz not null default '-infinity',
  place_id bigint not null default 0,
  -- How many there were when it began, and how many are gone.
  expected jsonb not null default '{}',
  removed jsonb not null default '{}',
  -- What the operator needs for his own books when the tenant is gone.
  books jsonb,
  -- Where the chain of its audit ended (AUD-09).
  closing_position bigint,
  closing_link text,
  closing_unsealed bigint,
  -- The transaction that works on it right now; outside of one it is always null.
  working xid8,
  worked_at timestamptz,
  problem text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((kind = 'tenant') = (first_day is null) and num_nulls(first_day, last_day, first_at, end_at) in (0, 4)),
  check ((archive_sha256 is null) = (archive_made_at is null))
);
create unique index on deletion (deleted_tenant_id, kind) where state = 'running';
alter table deletion enable row level security, force row level security;
create policy at_the_gate on deletion to gate using (true) with check (true);
grant select, update (worked_at, problem) on deletion to gate;
create trigger audit after insert on deletion for each row execute function app.write_audit('{}', '{}', '{}', 'deletion');

-- Whether a tenant is being deleted.
create function app.is_deleting(in_tenant bigint) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.deletion d where d.deleted_tenant_id = in_tenant and d.kind = 'tenant' and d.state = 'running');
grant execute on function app.is_deleting(bigint) to operator;

-- The deletions as operators see them, the newest first; `in_running`: only those that are worked on.
create function app.deletion_log(in_running boolean) returns table (id bigint, tenant_id bigint, kind text, name text, first_day date,
  last_day date, operator_name text, archive_sha256 text, state text, has_problem boolean, done bigint, total bigint, removed jsonb,
  books jsonb, closing_position bigint, closing_link text, closing_unsealed bigint, started_at timestamptz, finished_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select d.id, d.deleted_tenant_id, d.kind, d.name, d.first_day, d.last_day, d.operator_name, d.archive_sha256, d.state,
    d.problem is not null, case d.kind when 'tenant' then r.rows else coalesce((d.removed ->> 'documents')::bigint, 0) end,
    case d.kind when 'tenant' then e.rows else (d.expected ->> 'deletable')::bigint end,
    case d.kind when 'tenant' then jsonb_build_object(
      'documents', coalesce((d.removed ->> 'document')::bigint, 0), 'files', coalesce((d.removed ->> 'file')::bigint, 0),
      'people', coalesce((d.removed ->> 'lb_user')::bigint, 0), 'rows', r.rows) else d.removed end,
    d.books, d.closing_position, d.closing_link, d.closing_unsealed, d.started_at, d.finished_at
  from public.deletion d
  cross join lateral (select coalesce(sum(value::bigint), 0)::bigint as rows from jsonb_each_text(d.removed) where key <> 'queue') r
  -- While the rows are still being counted nobody knows how many there are.
  cross join lateral (
    select case when d.step <> 'count' then coalesce(sum(value::bigint), 0)::bigint end as rows from jsonb_each_text(d.expected)
    where d.kind = 'tenant') e
  where app.is_operator() and (d.state = 'running' or not in_running)
  order by d.id desc limit 500
$$;
revoke execute on function app.deletion_log(boolean) from public;
grant execute on function app.deletion_log(boolean) to operator;

-- Whether this very transaction takes away documents of the tenant: only the function that does so can say that.
create function app.is_removing(in_tenant bigint) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.deletion d
  where d.deleted_tenant_id = in_tenant and d.state = 'running' and d.working = pg_catalog.pg_current_xact_id_if_assigned());

-- Nobody brings back, changes or charges what is being deleted.
create function app.keep_deleting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_deleting(case tg_table_name when 'tenant' then new.id else (to_jsonb(new) ->> 'tenant_id')::bigint end) then
    raise exception 'the tenant is being deleted' using errcode = '55000';
  end if;
  return new;
end
$$;
create trigger keep_deleting before update on tenant for each row execute function app.keep_deleting();
create trigger keep_deleting before insert or update on billing for each row execute function app.keep_deleting();
-- A tenant goes by its job alone.
revoke delete on tenant from operator;

create or replace function app.billings_due(in_now timestamptz) returns table (tenant_id bigint, month date)
language sql stable security definer set search_path = '' as $$
  select t.id, m.month
  from public.tenant t
  cross join lateral (select app.day_of_tenant(t.id, in_now) as today) d
  cross join lateral (select (date_trunc('month', d.today) - interval '1 month')::date as month) m
  where t.automatic_billing and nullif(trim(t.easybill_id), '') is not null
    and extract(day from d.today) <= 7
    and app.day_of_tenant(t.id, t.created_at) < date_trunc('month', d.today)
    and (t.status = 'active' or app.day_of_tenant(t.id, t.archived_at) >= m.month)
    and not app.is_deleting(t.id)
    and not exists (select from public.billing b where b.tenant_id = t.id and b.month = m.month)
  order by t.id
$$;

-- The chain of a tenant whose audit is closed moves no more.
create or replace function app.audit_heads() returns table (tenant_id bigint, "position" bigint, link bytea)
language sql stable security definer set search_path = ''
begin atomic
  select t.id, last.position, last.link
    from public.tenant t
    cross join lateral (select l.position, l.link from public.audit_link l
      where l.tenant_id = t.id order by l.position desc limit 1) last
    where not exists (select from public.audit_closing c where c.deleted_tenant_id = t.id);
end;

-- Every table with rows of tenants, as the catalogue has them, so that none is forgotten.
create function app.tables_of_tenants() returns table (name text)
language sql stable set search_path = '' as $$
  select c.relname::text from pg_catalog.pg_class c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by c.relname
$$;
revoke execute on function app.tables_of_tenants() from public;

-- Takes entries of a tenant from the queue; what runs already finds no tenant.
create function app.forget_queue_of(in_tenant bigint) returns bigint
language plpgsql set search_path = '' as $$
declare
  gone bigint;
begin
  delete from graphile_worker._private_jobs where locked_at is null and payload::jsonb ->> 'tenant_id' = in_tenant::text;
  get diagnostics gone = row_count;
  return gone;
end
$$;
revoke execute on function app.forget_queue_of(bigint) from public;

-- The months and invoices of a tenant, for the books of the operator.
create function app.books_of(in_tenant bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'customer', t.easybill_id,
    'months', (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.month), '[]') from (
        select to_char(e.day, 'YYYY-MM') as month, count(*) filter (where e.kind = 'document') as document,
          count(*) filter (where e.kind = 'procurement') as procurement, count(*) filter (where e.kind = 'invoice') as invoice,
          count(*) filter (where e.kind = 'recognition') as recognition
        from public.billable_event e where e.tenant_id = in_tenant group by 1
      ) m),
    'bills', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'month', to_char(b.month, 'YYYY-MM'), 'state', b.state, 'net', b.net::text, 'gross', b.gross::text,
          'document_id', b.document_id, 'document_number', b.document_number) order by b.month), '[]')
      from public.billing b where b.tenant_id = in_tenant))
  from public.tenant t where t.id = in_tenant
$$;
revoke execute on function app.books_of(bigint) from public;

create function app.more(in_counts jsonb, in_key text, in_more bigint) returns jsonb
language sql immutable parallel safe
return case when in_more = 0 then in_counts
  else in_counts || jsonb_build_object(in_key, coalesce((in_counts ->> in_key)::bigint, 0) + in_more) end;
revoke execute on function app.more(jsonb, text, bigint) from public;

-- Takes away rows of a tenant for about so many milliseconds. Nobody can be in the tenant, and in the end nothing of it is left: so
-- no trigger has to keep figures or write history meanwhile, and the keys between its tables need no order.
create function app.remove_tenant_rows(in_deletion bigint, in_milliseconds integer) returns void
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
    for this in select name from app.tables_of_tenants() where name > d.place and name not in ('audit_log', 'audit_link') loop
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
    if not exists (select from app.tables_of_tenants() where name > d.place and name not in ('audit_log', 'audit_link')) then
      -- Here the audit ends. What the worker has not sealed by now is counted.
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
    -- From its end, so that what is still there is a whole chain.
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
    -- Whoever still writes to the tenant ends first, and nobody can after that.
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
revoke execute on function app.remove_tenant_rows(bigint, integer) from public;
