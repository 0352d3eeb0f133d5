-- A service account is one from its creation, has nothing that only humans have, and its name says what it is wherever it is
-- shown (AUTH-34).
create or replace function app.guard_service() returns trigger language plpgsql set search_path to '' as $$
declare
  wrong constant text := case
    when tg_op = 'UPDATE' and (new.is_service, new.is_directory) <> (old.is_service, old.is_directory) then 'is_service'
    when not new.is_service then null
    when new.email is not null then 'email'
    when new.approval_limit is not null then 'approval_limit'
    when new.priority_approval_limit is not null then 'priority_approval_limit'
    when new.substitute_id is not null then 'substitute_id'
    when 'user-auditor' = any (new.roles) or new.is_directory and new.roles <> '{}' then 'roles' end;
begin
  if wrong is not null then
    raise exception 'service_account' using errcode = '23514', column = wrong;
  end if;
  if new.is_service then
    new.blocked := true;
    new.name := left(regexp_replace(new.name, '\s*\[API\]\s*$', '', 'i'), 249) || ' [API]';
  end if;
  return new;
end
$$;
