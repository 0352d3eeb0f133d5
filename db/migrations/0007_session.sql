-- Passkeys, acting as another user, invitations.

-- What a browser was asked to sign, for five minutes and one answer (AUTH-10). The digest covers for whom and for what
-- it was asked; at the login nobody is known yet, so the table belongs to the installation, and only the gate reaches it.
create table passkey_challenge (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index on passkey_challenge (expires_at);
alter table passkey_challenge enable row level security;
alter table passkey_challenge force row level security;
create policy at_the_gate on passkey_challenge to gate using (true) with check (true);
grant select, insert, delete on passkey_challenge to gate;

-- A login is no change of the passkey that is worth an audit row.
call app.wall('passkey', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())',
  secrets => '{credential_id,public_key,counter}', ignored => '{counter,last_login}');

-- Four eyes (AUTH-29): whoever acts as another user changes no roles, limits or bank data, on whatever path the
-- change comes. Arguments are the columns in question; without any, every change of the row counts.
create function app.guard_four_eyes() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  guarded text;
begin
  if app.actor_id() is not distinct from app.user_id() then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_nargs = 0 then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  foreach guarded in array tg_argv loop
    -- An empty list of roles and no value at all are the same.
    if coalesce(nullif(nullif(before -> guarded, 'null'), '[]'), 'null')
       is distinct from coalesce(nullif(nullif(after -> guarded, 'null'), '[]'), 'null') then
      raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
    end if;
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger guard_four_eyes before insert or update or delete on lb_user for each row
  execute function app.guard_four_eyes('roles', 'approval_limit', 'priority_approval_limit');
create trigger guard_four_eyes before insert or update or delete on task_group_user for each row
  execute function app.guard_four_eyes();
create trigger guard_four_eyes before insert or update or delete on supplier for each row
  execute function app.guard_four_eyes('iban', 'bic', 'bank', 'pending_bank');
create trigger guard_four_eyes before update on tenant for each row
  execute function app.guard_four_eyes('account', 'holder', 'bic', 'bank_code', 'iban', 'bank_name');

-- A person whom somebody adds in the product gets an invitation (AUTH-27); the worker makes the login link, so that
-- no token waits in the queue.
create function app.invite_person() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform graphile_worker.add_job(
    'invitation', json_build_object('tenant_id', new.tenant_id, 'person_id', new.id), max_attempts => 5);
  return null;
end
$$;
create trigger invited after insert on lb_user for each row
  when (app.tenant_id() is not null and new.email is not null and not new.is_group and not new.blocked and new.active)
  execute function app.invite_person();

create or replace function app.clean_up() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.login_request where created_at < now() - interval '1 day';
  delete from public.login_token where expires_at < now() - interval '1 day';
  delete from public.refresh_token where expires_at < now() - interval '1 day';
  delete from public.passkey_challenge where expires_at < now();
  delete from public.command_log where created_at < now() - interval '7 days';
  delete from public.transaction where created_at < now() - interval '90 days';
  delete from public.record_lock where locked_at < now() - interval '1 day';
end
$$;
