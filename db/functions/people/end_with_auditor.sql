create or replace function app.end_with_auditor() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select u.auditor_ends_on into new.ends_on from public.lb_user u where u.tenant_id = new.tenant_id and u.id = new.lb_user_id;
  return new;
end
$$;
