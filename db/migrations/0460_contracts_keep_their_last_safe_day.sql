-- The day by which a notice has to leave, and what missing it costs, are computed from the terms, the company and the day,
-- and kept for the lists (OVW-10, CON-32).
create table contract_notice_day (
  tenant_id bigint not null,
  contract_id bigint not null,
  -- The deadline for which day and stake were computed; another one of the contract makes them void.
  deadline date not null,
  day date not null,
  -- In company currency; null where the contract says no end that a notice leads to.
  at_stake numeric(20,2),
  primary key (tenant_id, contract_id),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade
);
call app.wall('contract_notice_day', audited => false, readable => false);
create policy module_on on contract_notice_day as restrictive for select to reader, reader_price
  using ((select app.is_on('contract')));

create constraint trigger listed_at_end after insert or update on contract_notice_day deferrable initially deferred
  for each row execute function app.list_noted_documents();
create trigger noted_insert after insert on contract_notice_day referencing new table as changed
  for each statement execute function app.note_changed_documents();
create trigger noted_update after update on contract_notice_day referencing new table as changed
  for each statement execute function app.note_changed_documents();

-- function app.roll_over_contracts
create trigger roll_over_contracts after update on client referencing old table as was new table as now_is
  for each statement execute function app.roll_over_contracts();

-- Older migrations changed documents without listing them while this table was missing (app.list_documents).
set constraints all immediate;
-- function app.list_documents
-- function app.list_procurement
-- function app.list_invoice
-- function app.notice_of_contract
-- function app.list_contract
select app.list_documents(d.tenant_id, d.kind, array_agg(d.id), false) from document d group by d.tenant_id, d.kind;
