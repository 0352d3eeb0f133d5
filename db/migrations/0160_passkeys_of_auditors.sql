-- A passkey that an auditor makes lasts no longer than his access as it was then (ARC-04): whoever gets more time, or other rights,
-- makes a new one.
alter table passkey add column ends_on date;
update passkey p set ends_on = u.auditor_ends_on
  from lb_user u where u.tenant_id = p.tenant_id and u.id = p.lb_user_id and u.auditor_ends_on is not null;

create function app.end_with_auditor() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select u.auditor_ends_on into new.ends_on from public.lb_user u where u.tenant_id = new.tenant_id and u.id = new.lb_user_id;
  return new;
end
$$;
create trigger end_with_auditor before insert on passkey for each row execute function app.end_with_auditor();
