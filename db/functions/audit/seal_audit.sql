-- Seals at most so many rows, in the order of their ids, and returns their number. Only rows of transactions older
-- than any running one are sealed, so that none can appear before the mark later. Only open writes of this database
-- delay sealing: PostgreSQL numbers the transactions of all databases together, so that `pg_snapshot_xmin` would wait
-- for each of them.
create or replace function app.seal_audit(most integer) returns integer
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  here bigint := (select system_identifier from pg_catalog.pg_control_system());
  before pg_snapshot;
  elsewhere xid[];
  horizon xid8;
  mark xid8;
  sealed integer;
begin
  if not pg_catalog.pg_try_advisory_xact_lock(4211003) then
    return 0;
  end if;
  -- Transactions older than the horizon have ended, or ran in another database from the first snapshot to the second
  -- and were found there in between. Transactions numbered only then are newer than the first snapshot.
  before := pg_catalog.pg_current_snapshot();
  elsewhere := array(
    select backend_xid from pg_catalog.pg_stat_activity where datname <> current_database() and backend_xid is not null
    union all select transaction from pg_catalog.pg_prepared_xacts where database <> current_database());
  select least(min(running), pg_catalog.pg_current_xact_id_if_assigned(), pg_catalog.pg_snapshot_xmax(before)) into horizon
    from pg_catalog.pg_snapshot_xip(pg_catalog.pg_current_snapshot()) as running
    where running::xid <> all (elsewhere);
  -- Never moves the mark back, even if the database of an older transaction is not found this time. A mark at an
  -- unassigned number comes from another cluster.
  select sealed_before into mark from public.audit_seal
    where cluster = here and sealed_before <= pg_catalog.pg_snapshot_xmax(before);
  horizon := greatest(mark, horizon);
  with open as materialized (
    select a.tenant_id, a.id
      from public.audit_log a
      where (mark is null or a.xact >= mark and a.xact < horizon)
        and not exists (select from public.audit_link l where l.tenant_id = a.tenant_id and l.audit_log_id = a.id)
        -- Its links come from its old place; what is open then is stamped anew when it has arrived.
        and not exists (select from public.tenant t where t.id = a.tenant_id and t.status = 'arriving')
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
