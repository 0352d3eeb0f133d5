-- The calendar of a blocked person ends, and does not come back with him.
create or replace function app.end_contract_calendar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.contract_calendar where tenant_id = new.tenant_id and lb_user_id = new.id;
  return null;
end
$$;
