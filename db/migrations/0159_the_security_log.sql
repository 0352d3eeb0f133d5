-- The security log (AUTH-35): how people log in, what was refused, tokens and passkeys, acting as others, changes of rights and controls.
-- Whatever writes one of the tables that decide about it writes its row, by whatever way; refusals, whose transaction is undone, are
-- noted by the server in one of their own.

create table security_log (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('login', 'login_failed', 'new_device', 'logout', 'session_ended', 'passkey_made',
    'passkey_removed', 'token_made', 'token_revoked', 'token_refused', 'acting_began', 'acting_ended', 'address_changed',
    'rights_changed', 'control_changed', 'refused')),
  -- Whose account it is about, and the human who did it. No foreign keys: who it was stays known, as in the audit.
  lb_user_id bigint,
  actor_id bigint,
  means text check (length(means) <= 20),
  -- What it was about: a command, a route, or a table with its columns. Never a value.
  what text check (length(what) <= 200),
  target_id bigint,
  -- Why it was refused or ended.
  code text check (length(code) <= 40),
  -- The kind of browser and system, and the part of the address that tells a network and no person.
  device text check (length(device) <= 100),
  network text check (length(network) <= 50),
  -- A row of more than one stands for refusals of one minute that were only counted.
  times integer not null default 1 check (times > 0),
  primary key (tenant_id, id)
);
create index on security_log (tenant_id, created_at, id);
create index on security_log (tenant_id, kind, created_at, id);
create index on security_log (tenant_id, lb_user_id, created_at, id);
create index on security_log (tenant_id, actor_id, created_at, id);
call app.wall('security_log', visible => '(select app.is_admin())', audited => false);
-- As the audit: nobody changes or removes it, and definer functions alone add to it.
revoke insert, update, delete on security_log from writer;
-- Of other tenants operators see that something happened, and not to whom (TECH-04).
create policy operator_wall on security_log for select to operator using ((select app.is_operator()));
grant select (tenant_id, id, created_at, kind, means, code, times) on security_log to operator;

-- Not even the owner changes a row, or removes one that is younger than a year.
create function app.keep_security_log() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '1 year' or not exists (select from public.tenant t where t.id = old.tenant_id) then
      return old;
    end if;
  end if;
  raise exception 'the security log is not changed' using errcode = '55000';
end
$$;
create trigger keep before update or delete on security_log for each row execute function app.keep_security_log();
create trigger keep_all before truncate on security_log for each statement execute function app.keep_security_log();

-- How often a kind of refusal was noted for a person in his current minute. Not readable by anybody.
create table security_count (
  tenant_id bigint not null references tenant (id) on delete cascade,
  kind text not null,
  -- 0 where nobody is known.
  lb_user_id bigint not null,
  minute timestamptz not null,
  times integer not null,
  primary key (tenant_id, kind, lb_user_id)
);
create index on security_count (minute);
call app.wall('security_count', audited => false, readable => false);
revoke insert, update, delete on security_count from writer;

-- So many refusals of a kind are noted one by one for a person in a minute; of more, how many there were.
create function app.most_refusals() returns integer language sql immutable return 10;

-- The part of an address that tells a network: 24 bits of IPv4, 48 of IPv6. Null for what is no address. In plpgsql, since a plan in
-- SQL would cast what it knows to be constant before it asks whether that is an address.
create function app.network_of(in_address text) returns text language plpgsql immutable set search_path = '' as $$
declare
  plain constant text := regexp_replace(regexp_replace(in_address, '^::ffff:(?=\d+\.)', '', 'i'), '%.*$', '');
begin
  if not coalesce(pg_catalog.pg_input_is_valid(plain, 'inet'), false) then
    return null;
  end if;
  return pg_catalog.text(pg_catalog.network(pg_catalog.set_masklen(plain::inet, case pg_catalog.family(plain::inet) when 4 then 24 else 48 end)));
end
$$;

-- What was only counted in a minute that is over becomes a row of its own.
create function app.note_count(in_count public.security_count) returns void
language sql security definer set search_path = '' as $$
  insert into public.security_log (tenant_id, kind, lb_user_id, actor_id, times)
    select in_count.tenant_id, in_count.kind, nullif(in_count.lb_user_id, 0), nullif(in_count.lb_user_id, 0), in_count.times - app.most_refusals()
    where in_count.times > app.most_refusals()
$$;

-- Adds a refusal, for the server alone, which knows who was refused; the tenant has to be there. Nobody fills a disk with it.
create function app.log_refusal(in_tenant bigint, in_kind text, in_person bigint, in_actor bigint, in_means text, in_what text,
  in_code text, in_device text, in_address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  former public.security_count;
  now_counted integer;
begin
  if in_kind not in ('login_failed', 'token_refused', 'refused') then
    raise exception 'permission denied for table security_log' using errcode = '42501';
  end if;
  if not exists (select from public.tenant t where t.id = in_tenant) then
    return;
  end if;
  insert into public.security_count as c (tenant_id, kind, lb_user_id, minute, times)
    values (in_tenant, in_kind, coalesce(in_person, 0), date_trunc('minute', clock_timestamp()), 1)
    on conflict (tenant_id, kind, lb_user_id) do update
      set times = case when c.minute = excluded.minute then c.times + 1 else 1 end, minute = excluded.minute
    returning old.tenant_id, old.kind, old.lb_user_id, old.minute, old.times, new.times
    into former.tenant_id, former.kind, former.lb_user_id, former.minute, former.times, now_counted;
  if now_counted = 1 and former.tenant_id is not null then
    perform app.note_count(former);
  end if;
  if now_counted <= app.most_refusals() then
    insert into public.security_log (tenant_id, kind, lb_user_id, actor_id, means, what, code, device, network)
      values (in_tenant, in_kind, in_person, in_actor, in_means, left(in_what, 200), in_code, left(in_device, 100), app.network_of(in_address));
  end if;
end
$$;
grant execute on function app.log_refusal(bigint, text, bigint, bigint, text, text, text, text, text) to gate;

-- Every minute: what was counted in minutes that are over.
create function app.settle_security_log() returns void language sql volatile security definer set search_path = '' as $$
  with over as (
    delete from public.security_count where minute < date_trunc('minute', clock_timestamp()) returning security_count as counted
  )
  select app.note_count(counted) from over
$$;
grant execute on function app.settle_security_log() to gate;

-- What happened is noted by the tables themselves.
create function app.log_security(in_tenant bigint, in_kind text, in_person bigint, in_actor bigint, in_about jsonb default '{}') returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.security_log (tenant_id, kind, lb_user_id, actor_id, means, what, target_id, code, device, network)
    values (in_tenant, in_kind, in_person, nullif(in_actor, 0), coalesce(in_about ->> 'means', app.means()),
      left(in_about ->> 'what', 200), (in_about ->> 'target_id')::bigint, in_about ->> 'code', in_about ->> 'device',
      app.network_of(in_about ->> 'address'))
$$;

alter table refresh_token
  -- Such as 'Firefox, Windows'; null where it cannot be told.
  add column device text check (length(device) <= 100),
  add column ended_by text check (ended_by in ('logout', 'person', 'administrator', 'reuse', 'shut_out', 'idle'));

create function app.log_session() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  is_acting boolean := new.actor_id <> new.lb_user_id;
  about jsonb := jsonb_build_object('device', new.device, 'address', new.client_address, 'means', new.means);
begin
  if tg_op = 'INSERT' then
    perform app.log_security(new.tenant_id, case when is_acting then 'acting_began' else 'login' end, new.lb_user_id, new.actor_id, about);
  else
    perform app.log_security(new.tenant_id,
      case when is_acting then 'acting_ended' when new.ended_by = 'logout' then 'logout' else 'session_ended' end,
      new.lb_user_id, coalesce(nullif(app.actor_id(), 0), new.actor_id),
      about || jsonb_build_object('code', case when new.ended_by <> 'logout' then new.ended_by end));
  end if;
  return null;
end
$$;
create trigger security_began after insert on refresh_token
  for each row when (new.created_at = new.family_started_at) execute function app.log_session();
create trigger security_ended after update of revoked_at on refresh_token
  for each row when (old.revoked_at is null and new.revoked_at is not null and new.replaced_at is null and new.expires_at > new.revoked_at)
  execute function app.log_session();

create function app.log_passkey() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform app.log_security(new.tenant_id, 'passkey_made', new.lb_user_id, app.actor_id(), jsonb_build_object('target_id', new.id));
  else
    perform app.log_security(old.tenant_id, 'passkey_removed', old.lb_user_id, app.actor_id(), jsonb_build_object('target_id', old.id));
  end if;
  return null;
end
$$;
create trigger security after insert or delete on passkey for each row execute function app.log_passkey();

create function app.log_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.api_token_hash is distinct from old.api_token_hash then
    perform app.log_security(new.tenant_id, case when new.api_token_hash is null then 'token_revoked' else 'token_made' end, new.id, app.actor_id());
  end if;
  if new.email is distinct from old.email then
    perform app.log_security(new.tenant_id, 'address_changed', new.id, app.actor_id());
  end if;
  return null;
end
$$;
create trigger security after update of api_token_hash, email on lb_user
  for each row when ((new.api_token_hash, new.email) is distinct from (old.api_token_hash, old.email)) execute function app.log_person();

-- Arguments: the columns that are rights or controls; none for a table whose rows are nothing else. The columns of people and of
-- members of groups are rights, all others controls.
create function app.log_control() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  present jsonb := case when tg_op = 'DELETE' then before else after end;
  is_right boolean := tg_table_name in ('lb_user', 'task_group_user', 'permission_user');
  changed text;
begin
  select string_agg(name, ',') into changed from unnest(tg_argv) as name
    where coalesce(nullif(nullif(before -> name, 'null'), '[]'), 'null') is distinct from coalesce(nullif(nullif(after -> name, 'null'), '[]'), 'null');
  if changed is null and (tg_nargs > 0 or before = after) then
    return null;
  end if;
  perform app.log_security(
    (present ->> case when tg_table_name = 'tenant' then 'id' else 'tenant_id' end)::bigint,
    case when is_right then 'rights_changed' else 'control_changed' end,
    (case when tg_table_name = 'lb_user' then present ->> 'id' when is_right then present ->> 'lb_user_id' end)::bigint,
    app.actor_id(),
    jsonb_build_object('what', concat_ws(' ', tg_table_name, coalesce(changed, present ->> 'key', lower(tg_op))),
      'target_id', case when jsonb_typeof(present -> 'id') = 'number' then present ->> 'id' end));
  return null;
end
$$;

-- What is refused while acting as another is what the log names (AUTH-29), and whether a person may log in at all.
do $$
declare
  guard record;
begin
  for guard in
    select pg_get_triggerdef(t.oid) as definition from pg_trigger t
    where t.tgfoid = 'app.guard_four_eyes()'::regprocedure
      -- Proposals of new accounts have a history of their own; changes of the register are told below.
      and t.tgrelid not in ('supplier_bank_change'::regclass, 'control_change'::regclass)
  loop
    execute replace(replace(replace(guard.definition, ' BEFORE ', ' AFTER '), 'TRIGGER guard_four_eyes', 'TRIGGER security_control'),
      'app.guard_four_eyes(', 'app.log_control(');
  end loop;
end
$$;

-- What stands in the register of controls is told by its changes (AUTH-37): what is proposed, made at once, confirmed or rejected.
create function app.log_control_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.log_security(
    new.tenant_id,
    case when new.table_name in ('lb_user', 'task_group_user') then 'rights_changed' else 'control_changed' end,
    case new.table_name when 'lb_user' then new.of_id
      when 'task_group_user' then (coalesce(new.after, new.before) ->> 'lb_user_id')::bigint end,
    app.actor_id(),
    jsonb_build_object('what', concat_ws(' ', new.table_name, case when new.control = new.table_name then new.act else new.control end),
      'target_id', new.of_id, 'code', new.state));
  return null;
end
$$;
create trigger security after insert or update of state on control_change for each row execute function app.log_control_change();
create trigger security_blocked after update of blocked, active on lb_user
  for each row execute function app.log_control('blocked', 'active');
create trigger security_control after insert or update or delete on permission_user
  for each row execute function app.log_control();

-- Devices on which a person has logged in (AUTH-31).
create table known_device (
  tenant_id bigint not null,
  lb_user_id bigint not null,
  device text not null check (length(device) between 1 and 100),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, lb_user_id, device),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
call app.wall('known_device', audited => false, readable => false);
revoke insert, update, delete on known_device from writer;

-- Remembers a device, for the login alone; true where the person has logged in before, and never on such a one.
create function app.meet_device(in_tenant bigint, in_person bigint, in_device text, in_now timestamptz) returns boolean
language sql volatile security definer set search_path = '' as $$
  insert into public.known_device as k (tenant_id, lb_user_id, device, first_seen_at, last_seen_at)
    values (in_tenant, in_person, in_device, in_now, in_now)
    on conflict (tenant_id, lb_user_id, device) do update set last_seen_at = excluded.last_seen_at
    returning old.device is null and exists (
      select from public.known_device o where o.tenant_id = k.tenant_id and o.lb_user_id = k.lb_user_id)
$$;
grant execute on function app.meet_device(bigint, bigint, text, timestamptz) to gate;

create function app.log_device() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.log_security(new.tenant_id, 'new_device', new.lb_user_id, new.lb_user_id, jsonb_build_object('device', new.device))
    where exists (select from public.known_device k
      where k.tenant_id = new.tenant_id and k.lb_user_id = new.lb_user_id and k.device <> new.device);
  return null;
end
$$;
create trigger security after insert on known_device for each row execute function app.log_device();

create function app.clean_up_security_log() returns void language sql volatile security definer set search_path = '' as $$
  delete from public.security_log where created_at < now() - interval '1 year';
  delete from public.known_device where last_seen_at < now() - interval '1 year';
$$;
grant execute on function app.clean_up_security_log() to gate;
