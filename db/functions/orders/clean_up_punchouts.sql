-- Deletes expired data: tokens after their day, conversations after ninety (PUN-09, JOB-02).
create or replace function app.clean_up_punchouts() returns void language sql security definer set search_path = ''
begin atomic
  update public.punchout_cart set token_hash = null, token_until = null where token_until < now();
  delete from public.punchout_log where created_at < now() - interval '90 days';
end;
grant execute on function app.clean_up_punchouts() to gate;
