-- How a person logs in is changed in a session of his own alone (AUTH-30), whatever way a change comes.

create function app.is_own_session() returns boolean language sql stable parallel safe
  return not app.is_acting() and coalesce(app.means() in ('link', 'passkey', 'demo'), false);
grant execute on function app.is_own_session() to writer, operator, gate;

-- Whoever logs in is at the gate, and what follows from another change is done by the database.
create function app.guard_login() returns trigger language plpgsql as $$
begin
  if current_user = 'writer' and not app.is_own_session() then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger guard_login before update on lb_user for each row
  when ((new.email, new.api_token_hash, new.token_maker_id, new.token_expires_at)
    is distinct from (old.email, old.api_token_hash, old.token_maker_id, old.token_expires_at))
  execute function app.guard_login();
create trigger guard_login before insert or update of public_key, credential_id, lb_user_id or delete on passkey
  for each row execute function app.guard_login();
create trigger guard_login before insert on refresh_token
  for each row execute function app.guard_login();

-- Whoever acts as another leaves that session, and no other.
create function app.guard_end_of_session() returns trigger language plpgsql as $$
begin
  if current_user = 'writer' and not app.is_own_session()
     and not (app.is_acting() and (old.lb_user_id, old.actor_id) = (app.user_id(), app.actor_id())) then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger guard_end_of_session before update of revoked_at on refresh_token
  for each row execute function app.guard_end_of_session();

-- A job may what its means allowed whoever asked for it.
alter table job add column means text
  constraint job_means check (means in ('link', 'passkey', 'demo', 'token', 'mail_link', 'job'));
grant select (means) on job to reader, reader_price;
create or replace function app.enqueue(in_kind text, in_input jsonb, in_run_at timestamptz default null)
  returns bigint language plpgsql security definer set search_path = '' as $$
declare
  new_job bigint;
begin
  if app.tenant_id() is null then
    raise exception 'a job needs a tenant' using errcode = '42501';
  end if;
  insert into public.job (tenant_id, kind, input, lb_user_id, actor_id, means)
    values (app.tenant_id(), in_kind, in_input, app.user_id(), nullif(app.actor_id(), app.user_id()), app.means())
    returning id into new_job;
  perform app.queue_job(app.tenant_id(), new_job, in_kind, in_run_at);
  return new_job;
end
$$;
