-- EXP-29: what the target, or a file of the adviser, holds of what left; worked out when somebody asks.
alter table invoice_export_entry
  add column found text check (found in ('arrived', 'changed', 'missing', 'unknown')),
  add column differences jsonb;
grant select (found) on invoice_export_entry to reader, reader_price;
-- Amounts stand in it.
grant select (differences) on invoice_export_entry to reader_price;
alter table invoice_export_run
  add column compared_at timestamptz,
  add column compared_with text check (compared_with in ('target', 'file')),
  add constraint invoice_export_run_compared check ((compared_at is null) = (compared_with is null));
grant select (compared_at, compared_with) on invoice_export_run to reader, reader_price;
