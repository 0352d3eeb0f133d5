-- Sample invoices have files and done steps of their own (ONB-09). What came later makes them ordinary documents.
alter table sample_record add column kept_at timestamptz not null default clock_timestamp();
update sample_record s set kept_at = d.created_at from invoice d
  where s.table_name = 'invoice' and d.tenant_id = s.tenant_id and d.id = s.record_id;
