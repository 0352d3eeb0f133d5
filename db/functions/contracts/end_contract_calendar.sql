-- Blocking a person deletes their calendar; unblocking does not restore it.
create or replace function app.end_contract_calendar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.contract_calendar where tenant_id = new.tenant_id and lb_user_id = new.id;
  return null;
end
$$;
