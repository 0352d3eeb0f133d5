-- When an export was taken back as a whole (EXP-23).
alter table invoice_export_run add column withdrawn_at timestamptz;
alter table invoice_export_run add constraint invoice_export_run_withdrawn_check
  check (state <> 'withdrawn' or withdrawn_at is not null and withdrawn_reason is not null);
grant select (withdrawn_at) on invoice_export_run to reader, reader_price;
