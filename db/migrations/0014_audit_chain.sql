-- The chain of the audit, the figures that an operator watches, and the clean-up whole.

-- The record that a changed row belongs to, beside the row itself: the history of a cost center shows its budgets, too
-- (AUD-08).
alter table audit_log add relation_key bigint;
grant select (relation_key) on audit_log to reader, reader_price;
create index on audit_log (tenant_id, relation_table, relation_key, id) where relation_key is not null;
create or replace function app.write_audit() returns trigger language plpgsql security definer set search_path = '' as $$
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
  parent text := tg_argv[3];
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
  -- A row of two keys, such as the companies of a cost center, belongs to what its table is named after.
  if not whole ? 'id' then
    select left(key, -3) into parent from jsonb_object_keys(whole) as key
      where key like '%\_id' and starts_with(tg_table_name, left(key, -2)) order by length(key) desc limit 1;
    parent := coalesce(parent, tg_argv[3]);
  end if;
  if actor is distinct from app.user_id() then
    select 'via ' || name into info from public.lb_user
      where tenant_id = app.tenant_id() and id = app.user_id();
  end if;
  insert into public.audit_log (
    tenant_id, type, "table", relation_table, foreign_key, lb_user_id, affected_properties,
    data_before, data_after, amounts_before, amounts_after, info, random_id, procurement_id, invoice_id, contract_id, relation_key
  )
  select
    (whole ->> 'tenant_id')::bigint, lower(tg_op), tg_table_name, parent,
    case when jsonb_typeof(whole -> 'id') = 'number' then (whole ->> 'id')::bigint end, actor, changed,
    app.pick(old_row, changed, amounts, false), app.pick(new_row, changed, amounts, false),
    app.pick(old_row, changed, amounts, true), app.pick(new_row, changed, amounts, true),
    info, app.audit_group(),
    app.document_of(whole, tg_table_name, 'procurement'), app.document_of(whole, tg_table_name, 'invoice'),
    app.document_of(whole, tg_table_name, 'contract'),
    case when parent <> tg_table_name then (whole ->> (parent || '_id'))::bigint end;
  return null;
end
$$;

-- Rows of the audit are sealed after they were written: every row of a tenant gets a place in the tenant's chain and
-- a link, which is the digest of the link before it and of the row itself. Inside the trigger the chain would let one
-- transaction of a tenant wait for the other. No foreign key to the rows: what is deleted leaves its link behind.
create table audit_link (
  tenant_id bigint not null references tenant (id) on delete cascade,
  position bigint not null,
  audit_log_id bigint not null,
  link bytea not null,
  primary key (tenant_id, position),
  unique (tenant_id, audit_log_id)
);
call app.wall('audit_link', readable => false, audited => false);
revoke insert, update, delete on audit_link from writer;
create policy at_the_gate on audit_link for select to gate using (true);
grant select on audit_link to gate;

-- Up to which transaction everything is sealed. Numbers of transactions mean something in their own cluster only: after
-- a restore elsewhere, open rows are looked for among all.
create table audit_seal (
  cluster bigint primary key,
  sealed_before xid8 not null
);
alter table audit_seal enable row level security;
alter table audit_seal force row level security;
create index on audit_log (xact);

-- What remains of the audit of a tenant that was deleted for good (OP-02, AUD-09); the worker signs it.
create table audit_closing (
  id bigint generated always as identity primary key,
  deleted_tenant_id bigint not null,
  name text not null,
  position bigint not null,
  link bytea,
  unsealed bigint not null,
  actor_id bigint,
  closed_at timestamptz not null default clock_timestamp()
);
alter table audit_closing enable row level security;
alter table audit_closing force row level security;
create policy at_the_gate on audit_closing for select to gate using (true);
grant select on audit_closing to gate;

-- The bytes of a row that its link stands for. They depend on no setting of the session. A migration that adds a column
-- to audit_log appends it here, and only where it is not null, so that older rows keep their bytes. The number of the
-- transaction is left out, because a restored row may get another one.
create function app.audit_content(r public.audit_log) returns bytea language sql stable parallel safe
  return convert_to(jsonb_build_array(r.tenant_id, r.id, r.type, r."table", r.relation_table, r.foreign_key, r.lb_user_id,
    to_jsonb(r.affected_properties), r.data_before, r.data_after, r.amounts_before, r.amounts_after, r.info, r.random_id,
    r.procurement_id, r.invoice_id, r.contract_id, r.relation_key, (extract(epoch from r.created_at) * 1000000)::bigint)::text, 'UTF8');

create function app.next_link(previous bytea, start bytea, content bytea) returns bytea
language sql immutable parallel safe
  return sha256(coalesce(previous, start, ''::bytea) || content);
-- The links of rows in order; the first one follows `start`, which is null for the first row of a tenant.
create aggregate app.chain(start bytea, content bytea) (sfunc = app.next_link, stype = bytea);

-- Seals up to so many rows, in the order of their ids, and answers how many there were. Only rows of transactions that
-- are older than any that still runs are taken, so that none can appear behind the mark later.
create function app.seal_audit(most integer) returns integer
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  here bigint := (select system_identifier from pg_catalog.pg_control_system());
  horizon xid8;
  mark xid8;
  sealed integer;
begin
  if not pg_catalog.pg_try_advisory_xact_lock(4211003) then
    return 0;
  end if;
  horizon := pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot());
  select sealed_before into mark from public.audit_seal where cluster = here and sealed_before <= horizon;
  with open as materialized (
    select a.tenant_id, a.id
      from public.audit_log a
      where (mark is null or a.xact >= mark and a.xact < horizon)
        and not exists (select from public.audit_link l where l.tenant_id = a.tenant_id and l.audit_log_id = a.id)
      order by a.id limit most
  ), head as (
    select t.tenant_id, coalesce(last.position, 0) as position, last.link
      from (select distinct tenant_id from open) t
      left join lateral (select l.position, l.link from public.audit_link l
        where l.tenant_id = t.tenant_id order by l.position desc limit 1) last on true
  )
  insert into public.audit_link (tenant_id, position, audit_log_id, link)
    select tenant_id, position + row_number() over in_order, a.id, app.chain(link, app.audit_content(a)) over in_order
      from open join public.audit_log a using (tenant_id, id) join head using (tenant_id)
      window in_order as (partition by tenant_id order by a.id rows unbounded preceding);
  get diagnostics sealed = row_count;
  if sealed < most then
    delete from public.audit_seal;
    insert into public.audit_seal (cluster, sealed_before) values (here, horizon);
  end if;
  return sealed;
end
$$;
grant execute on function app.seal_audit(integer) to gate;

-- The newest link of every tenant.
create function app.audit_heads() returns table (tenant_id bigint, "position" bigint, link bytea)
language sql stable security definer set search_path = ''
begin atomic
  select t.id, last.position, last.link
    from public.tenant t
    cross join lateral (select l.position, l.link from public.audit_link l
      where l.tenant_id = t.id order by l.position desc limit 1) last;
end;
grant execute on function app.audit_heads() to gate;

create function app.close_audit() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.audit_closing (deleted_tenant_id, name, position, link, unsealed, actor_id)
    select old.id, old.name, coalesce(max(h.position), 0), (array_agg(h.link))[1],
           (select count(*) from public.audit_log a where a.tenant_id = old.id) - coalesce(max(h.position), 0), app.actor_id()
      from app.audit_heads() h where h.tenant_id = old.id;
  return old;
end
$$;
create trigger closes_audit before delete on tenant for each row execute function app.close_audit();

-- What an operator watches: the queue, and the part of the audit that is not sealed yet.
create function app.queue_figures() returns table (ready bigint, later bigint, running bigint, oldest_ready_seconds double precision)
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Not in SQL: the queue makes its tables only after the migrations.
  return query
    select count(*) filter (where locked_at is null and run_at <= now()),
           count(*) filter (where locked_at is null and run_at > now()),
           count(*) filter (where locked_at is not null),
           coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and run_at <= now())), 0)::double precision
      from graphile_worker.jobs;
end
$$;
grant execute on function app.queue_figures() to gate;
create function app.audit_figures() returns table (unsealed bigint, oldest_unsealed_seconds double precision)
language sql stable security definer set search_path = ''
begin atomic
  select count(*), coalesce(extract(epoch from now() - min(a.created_at)), 0)
    from public.audit_log a
    where a.xact >= coalesce((select sealed_before from public.audit_seal), '0'::xid8);
end;
grant execute on function app.audit_figures() to gate;

-- Forgets what has served its time (JOB-02, API-39, AUD-09). The audit is never cleaned up.
create or replace function app.clean_up() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.login_request where created_at < now() - interval '1 day';
  delete from public.login_token where expires_at < now() - interval '1 day';
  delete from public.refresh_token where expires_at < now() - interval '1 day';
  delete from public.passkey_challenge where expires_at < now();
  delete from public.command_log where created_at < now() - interval '7 days';
  delete from public.transaction where created_at < now() - interval '90 days';
  delete from public.record_lock where locked_at < now() - interval '1 day';
  delete from public.job where finished_at < now() - interval '30 days';
  -- A cart from which lines came explains where they came from.
  delete from public.punchout_cart c
    where c.updated_at < now() - interval '30 days' and c.state <> 'returned'
      and not exists (select from public.procurement_line l where l.tenant_id = c.tenant_id and l.punchout_cart_id = c.id);
end
$$;
