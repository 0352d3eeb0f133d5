-- Exports are files of the person who asked, larger than what anybody uploads, gone after a day (OVW-09), but for what has to be
-- kept (ARC-02).
create or replace function app.clean_up_exports() returns void
language sql security definer set search_path = ''
begin atomic
  delete from public.file where received_by = 'export' and retain_until is null and created_at < now() - interval '1 day';
end;
grant execute on function app.clean_up_exports() to gate;
