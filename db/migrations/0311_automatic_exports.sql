-- EXP-27: invoices that are ready leave by themselves, every day from an hour of the tenant's day on, or as soon as they wait.
alter table client
  add column automatic_export text not null default 'off' check (automatic_export in ('off', 'daily', 'approval')),
  add column automatic_export_hour integer not null default 6 check (automatic_export_hour between 0 and 23);
call app.permission_wall('client');
alter table invoice_export_run add column is_automatic boolean not null default false;
comment on column invoice_export_run.is_automatic is 'Nobody ordered it; `started_by_id` has set the company to automatic exports.';
grant select (is_automatic) on invoice_export_run to reader, reader_price;

-- It governs control (AUTH-37): from then on nobody looks before bookings leave.
do $register$
declare
  source text := pg_get_functiondef('app.controls()'::regprocedure);
begin
  if strpos(source, '(''touchless_invoices'',') = 0 then
    raise exception 'app.controls is another one';
  end if;
  execute replace(source, '(''touchless_invoices'',', '(''automatic_export'', ''{"automatic_export": "off"}''), (''touchless_invoices'',');
end
$register$;

-- Who has set a company to automatic exports, and how far they are.
create table client_automatic_export (
  tenant_id bigint not null references tenant (id) on delete cascade,
  client_id bigint not null,
  set_by_id bigint,
  set_at timestamptz not null default now(),
  -- The day of the tenant on which they left last.
  last_day date,
  -- Nothing left in three runs in a row: nothing leaves by itself until a person's run has worked.
  stopped_at timestamptz,
  -- Up to here accountants were told what left.
  told_until timestamptz not null default now(),
  primary key (tenant_id, client_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, set_by_id) references lb_user (tenant_id, id) on delete set null (set_by_id)
);
create index on client_automatic_export (tenant_id, set_by_id) where set_by_id is not null;
call app.wall('client_automatic_export', visible => app.hangs_on('client_automatic_export', 'client'), audited => false);
create policy module_on on client_automatic_export as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

-- Runs after `hold_control`, so that what waits for a second administrator is not noted yet.
create function app.note_automatic_export() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.automatic_export = old.automatic_export or tg_op = 'INSERT' and new.automatic_export = 'off' then
    return null;
  end if;
  delete from public.client_automatic_export where tenant_id = new.tenant_id and client_id = new.id;
  if new.automatic_export <> 'off' then
    insert into public.client_automatic_export (tenant_id, client_id, set_by_id)
      values (new.tenant_id, new.id, nullif(app.actor_id(), 0));
  end if;
  return null;
end
$$;
create trigger note_automatic_export after insert or update of automatic_export on client
  for each row execute function app.note_automatic_export();

-- In how many automatic runs of a company nothing has left since something last did.
create function app.futile_exports(in_tenant bigint, in_client bigint) returns integer
language sql stable set search_path = '' as $$
  select count(*)::integer from public.invoice_export_run r
    join public.client_automatic_export a on a.tenant_id = r.tenant_id and a.client_id = r.client_id and r.started_at >= a.set_at
  where r.tenant_id = in_tenant and r.client_id = in_client and r.is_automatic and r.state in ('done', 'failed') and r.id > coalesce((
    select max(o.id) from public.invoice_export_run o
    where o.tenant_id = in_tenant and o.client_id = in_client and o.exported_count > 0), 0)
$$;
grant execute on function app.futile_exports(bigint, bigint) to writer;

-- Invoices of a company that wait, but what has not left by itself on the same day: it is tried once a day.
create function app.waits_for_automatic_export(in_tenant bigint, in_client bigint) returns setof bigint
language sql stable set search_path = '' as $$
  select i.id from public.invoice i
  where i.tenant_id = in_tenant and i.client_id = in_client and i.status = 'export' and not i.is_leaving and not exists (
    select from public.invoice_export_entry e
      join public.invoice_export_run r on r.tenant_id = e.tenant_id and r.id = e.invoice_export_run_id
    where e.tenant_id = i.tenant_id and e.invoice_id = i.id and e.state = 'failed' and r.is_automatic
      and app.day_of_tenant(i.tenant_id, e.ended_at) = app.day_of_tenant(i.tenant_id, now()))
$$;
grant execute on function app.waits_for_automatic_export(bigint, bigint), app.day_of_tenant(bigint, timestamptz),
  app.time_zone_of(bigint) to writer;

create function app.hour_of_tenant(in_tenant bigint, in_at timestamptz) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return extract(hour from in_at at time zone app.time_zone_of(in_tenant));
exception when invalid_parameter_value then
  return extract(hour from in_at at time zone 'Europe/Berlin');
end
$$;

-- Queues what is due. What is kept of readiness says here only whether it is worth a look: the job asks anew.
create function app.enqueue_automatic_exports() returns void
language plpgsql security definer set search_path = '' as $$
declare
  member record;
  new_job bigint;
begin
  for member in
    select c.tenant_id, c.id from public.client c
      join public.client_automatic_export a on a.tenant_id = c.tenant_id and a.client_id = c.id
      join public.tenant t on t.id = c.tenant_id
      cross join lateral (select app.futile_exports(c.tenant_id, c.id) >= 3 as is_futile) f
    where c.automatic_export <> 'off' and c.active and t.status = 'active'
      and not exists (select from public.configuration m where m.tenant_id = c.tenant_id and m.client_id is null
        and m.key = 'module_invoice' and m.value = 'false')
      and not exists (select from public.job j where j.tenant_id = c.tenant_id and j.kind = 'automatic_export'
        and j.state in ('queued', 'running') and (j.input ->> 'client_id')::bigint = c.id)
      and (f.is_futile <> (a.stopped_at is not null) or not f.is_futile and case c.automatic_export
        when 'daily' then coalesce(a.last_day < app.day_of_tenant(c.tenant_id, now()), true)
          and c.automatic_export_hour <= app.hour_of_tenant(c.tenant_id, now())
        else exists (select from app.waits_for_automatic_export(c.tenant_id, c.id) w
          left join public.invoice_readiness r on r.tenant_id = c.tenant_id and r.invoice_id = w
          where r.code is null) end)
  loop
    insert into public.job (tenant_id, kind, input)
      values (member.tenant_id, 'automatic_export', json_build_object('client_id', member.id)) returning id into new_job;
    perform app.queue_job(member.tenant_id, new_job, 'automatic_export', null);
  end loop;
end
$$;
revoke execute on function app.enqueue_automatic_exports() from public;
grant execute on function app.enqueue_automatic_exports() to gate;
