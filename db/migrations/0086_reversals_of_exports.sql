-- What left of an invoice that is discarded afterwards is taken back (EXP-24): each export by a reversal of its own, which
-- tells the same.
alter table invoice_export_entry
  -- What stands in the books is to be taken back with the next run.
  add column awaits_reversal boolean not null default false,
  add column reverses_entry_id bigint,
  add foreign key (tenant_id, reverses_entry_id) references invoice_export_entry (tenant_id, id) on delete cascade,
  add constraint invoice_export_entry_reverses check (is_reversal = (reverses_entry_id is not null)),
  add constraint invoice_export_entry_awaits check (not (awaits_reversal and is_reversal)),
  drop constraint invoice_export_entry_tenant_id_invoice_export_run_id_invoic_key;
grant select (awaits_reversal, reverses_entry_id) on invoice_export_entry to reader, reader_price;

-- An invoice that left several times is taken back several times, in one run too.
create unique index invoice_export_entry_of_run on invoice_export_entry
  (tenant_id, invoice_export_run_id, invoice_id, reverses_entry_id) nulls not distinct;
drop index invoice_export_entry_open;
create unique index invoice_export_entry_open on invoice_export_entry (tenant_id, invoice_id)
  where state in ('pending', 'sending', 'uncertain') and not is_reversal;
-- What left is taken back once, and on its way once at a time.
create unique index invoice_export_entry_reversed on invoice_export_entry (tenant_id, reverses_entry_id)
  where state not in ('failed', 'withdrawn');
create index on invoice_export_entry (tenant_id, reverses_entry_id) where reverses_entry_id is not null;
create index invoice_export_entry_waits on invoice_export_entry (tenant_id, id) where awaits_reversal;
