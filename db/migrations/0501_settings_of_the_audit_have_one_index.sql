-- Creating it concurrently leaves an index without effect where it was interrupted.
do $$ begin
  if exists (select from pg_index where indexrelid = 'audit_log_of_all_settings'::regclass and not indisvalid) then
    reindex index audit_log_of_all_settings;
  end if;
end $$;
drop index audit_log_of_settings;
alter index audit_log_of_all_settings rename to audit_log_of_settings;
