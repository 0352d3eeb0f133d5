-- Exports are files of the requesting person, larger than any upload, and deleted after a day (OVW-09), unless they
-- must be kept (ARC-02).
create or replace function app.clean_up_exports() returns void
language sql security definer set search_path = ''
begin atomic
  delete from public.file where received_by = 'export' and retain_until is null and created_at < now() - interval '1 day';
end;
grant execute on function app.clean_up_exports() to gate;
