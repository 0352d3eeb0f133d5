-- EXP-27: which invoices are ready to leave, as it was worked out last. Lists are narrowed by it; a run asks anew.
create table invoice_readiness (
  tenant_id bigint not null references tenant (id) on delete cascade,
  invoice_id bigint not null,
  -- What stands against it first; null where it is ready.
  code text check (length(code) <= 100),
  primary key (tenant_id, invoice_id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade
);
create index on invoice_readiness (tenant_id, code);
call app.wall('invoice_readiness', visible => app.hangs_on('invoice_readiness', 'invoice'), audited => false);
create policy module_on on invoice_readiness as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

-- How old that is, of all invoices of a company.
create table invoice_readiness_look (
  tenant_id bigint not null references tenant (id) on delete cascade,
  client_id bigint not null,
  -- At this moment it held.
  looked_at timestamptz not null,
  worked_out_at timestamptz not null,
  -- Whatever wrote from this transaction on may not have been seen.
  seen_xact xid8 not null,
  primary key (tenant_id, client_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade
);
call app.wall('invoice_readiness_look', visible => app.hangs_on('invoice_readiness_look', 'client'),
  secrets => '{worked_out_at,seen_xact}', audited => false);
create policy module_on on invoice_readiness_look as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

-- Readiness changes with settings, accounts, keys, suppliers and days: it is worked out anew where anything of the tenant was
-- written since, and else after six hours.
create function app.enqueue_readiness() returns void
language plpgsql security definer set search_path = '' as $$
declare
  member record;
  new_job bigint;
begin
  update public.invoice_readiness_look l set looked_at = now()
    where not exists (select from public.audit_log a where a.tenant_id = l.tenant_id and a.xact >= l.seen_xact);
  for member in
    select t.id from public.tenant t
    where t.status = 'active'
      and not exists (select from public.configuration c where c.tenant_id = t.id and c.client_id is null
        and c.key = 'module_invoice' and c.value = 'false')
      and exists (select from public.client c
        left join public.invoice_readiness_look l on l.tenant_id = c.tenant_id and l.client_id = c.id
        where c.tenant_id = t.id and (l.client_id is null or l.worked_out_at < now() - interval '6 hours'
          or exists (select from public.audit_log a where a.tenant_id = t.id and a.xact >= l.seen_xact)))
      and not exists (select from public.job j where j.tenant_id = t.id and j.kind = 'export_readiness'
        and j.state in ('queued', 'running'))
  loop
    insert into public.job (tenant_id, kind, input) values (member.id, 'export_readiness', '{}') returning id into new_job;
    perform app.queue_job(member.id, new_job, 'export_readiness', null);
  end loop;
end
$$;
revoke execute on function app.enqueue_readiness() from public;
grant execute on function app.enqueue_readiness() to gate;
