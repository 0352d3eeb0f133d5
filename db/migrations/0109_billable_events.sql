-- What tenants are charged for is counted from facts, one row each: a document that was created, a number that was given to an
-- order or an invoice, the first reading of an invoice (OP-07). A fact is written in the transaction of what happened, on the day
-- that the tenant's clock shows, and stays when the document is gone.
create table billable_event (
  tenant_id bigint not null references tenant (id) on delete cascade,
  kind text not null check (kind in ('document', 'procurement', 'invoice', 'recognition')),
  source_kind text not null check (source_kind in ('procurement', 'invoice', 'contract')),
  source_id bigint not null,
  day date not null,
  primary key (tenant_id, kind, source_kind, source_id)
);
create index on billable_event (tenant_id, day, kind);
call app.wall('billable_event', audited => false, readable => false);
revoke insert, update, delete on billable_event from writer;

-- The day of an instant by the tenant's clock; by that of Berlin where nobody knows its time zone.
create function app.day_of_tenant(in_tenant bigint, in_at timestamptz) returns date
language plpgsql stable set search_path = '' as $$
begin
  return (in_at at time zone app.time_zone_of(in_tenant))::date;
exception when invalid_parameter_value then
  return (in_at at time zone 'Europe/Berlin')::date;
end
$$;
revoke execute on function app.day_of_tenant(bigint, timestamptz) from public;

-- The arguments: the kind of the fact, the kind of its document, the column with the id of the document.
create function app.count_fact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.billable_event (tenant_id, kind, source_kind, source_id, day)
    values (new.tenant_id, tg_argv[0], tg_argv[1], (to_jsonb(new) ->> tg_argv[2])::bigint,
      app.day_of_tenant(new.tenant_id, now()))
    on conflict do nothing;
  return null;
end
$$;
revoke execute on function app.count_fact() from public;

create trigger counted after insert on procurement for each row execute function app.count_fact('document', 'procurement', 'id');
create trigger counted after insert on invoice for each row execute function app.count_fact('document', 'invoice', 'id');
create trigger counted after insert on contract for each row execute function app.count_fact('document', 'contract', 'id');
create trigger counted_number after insert or update of number on procurement for each row when (new.number is not null)
  execute function app.count_fact('procurement', 'procurement', 'id');
create trigger counted_number after insert or update of running_number on invoice for each row when (new.running_number is not null)
  execute function app.count_fact('invoice', 'invoice', 'id');
create trigger counted after insert or update of state on invoice_recognition for each row when (new.state = 'done')
  execute function app.count_fact('recognition', 'invoice', 'invoice_id');

-- What is there already, with the days that documents know.
insert into billable_event (tenant_id, kind, source_kind, source_id, day)
  select d.tenant_id, d.kind, d.source_kind, d.source_id, app.day_of_tenant(d.tenant_id, d.at)
  from (
    select tenant_id, 'document' as kind, 'procurement' as source_kind, id as source_id, created_at as at from procurement
    union all
    select tenant_id, 'document', 'invoice', id, created_at from invoice
    union all
    select tenant_id, 'document', 'contract', id, created_at from contract
    union all
    select tenant_id, 'procurement', 'procurement', id, coalesce(submitted_at, created_at) from procurement where number is not null
    union all
    select tenant_id, 'invoice', 'invoice', id, created_at from invoice where running_number is not null
    union all
    select tenant_id, 'recognition', 'invoice', invoice_id, min(coalesce(ended_at, created_at))
    from invoice_recognition where state = 'done' group by tenant_id, invoice_id
  ) d;
