-- A person's calendar of the contracts that he sees, at an address that only he knows (CON-30). The secret of the address is
-- kept as a digest; whoever asks with it has no session, so that the gate looks for it.
create table contract_calendar (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, lb_user_id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
-- That a program reads it is no change that is worth an audit row.
call app.wall('contract_calendar', visible => 'lb_user_id = (select app.user_id())', secrets => '{token_hash}',
  ignored => '{read_at}');
create policy module_on on contract_calendar as restrictive for select to reader, reader_price
  using (app.is_on('contract'));
create policy at_the_gate on contract_calendar to gate using (true) with check (true);
grant select, update (read_at) on contract_calendar to gate;

-- The calendar of a blocked person ends, and does not come back with him.
create function app.end_contract_calendar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.contract_calendar where tenant_id = new.tenant_id and lb_user_id = new.id;
  return null;
end
$$;
create trigger end_contract_calendar after update of blocked, active on lb_user
  for each row when (new.blocked or not new.active) execute function app.end_contract_calendar();

-- The days of a calendar are read from the nearest one on, as those of deadlines and ends already can be.
create index on contract (tenant_id, reminder_date, id);
