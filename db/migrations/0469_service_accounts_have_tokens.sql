-- Service accounts: technical persons without login, with tokens of their own (AUTH-34).
-- function app.guard_service
-- function app.guard_service_groups
-- function app.log_service_token
-- function app.audited_view
alter table lb_user
  -- Nobody logs in as it and no task goes to it, so it is always blocked; its tokens enter nevertheless (`app.enter`).
  add column is_service boolean not null default false,
  drop constraint lb_user_email_required,
  add constraint lb_user_email_required check (is_group or is_system or is_service or email is not null),
  add constraint lb_user_service check (not is_service or blocked and not is_group and not is_system and email is null
    and num_nonnulls(approval_limit, priority_approval_limit, substitute_id, api_token_hash) = 0
    and not roles && array['user-operator', 'user-auditor']);
grant select (is_service) on lb_user to reader, reader_price, gate;
drop view audited.lb_user;
call app.audited_view('lb_user');
-- Before `hold_control`, which would let the change wait.
create trigger guard_service before insert or update of is_service, name, blocked, email, approval_limit, priority_approval_limit,
    substitute_id, roles on lb_user
  for each row execute function app.guard_service();
create trigger guard_service_groups after insert or update on task_group_user
  for each row execute function app.guard_service_groups();

create table service_token (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 100),
  -- The writing calls it may make: mutations by name, routes such as `POST /api/invoice/upload`. Without any it reads.
  calls text[] not null default '{}' check (cardinality(calls) <= 300),
  -- The networks from which it is accepted. Without any it is accepted from everywhere.
  networks text[] not null default '{}' check (cardinality(networks) <= 20 and networks::cidr[] is not null),
  expires_at timestamptz not null,
  secret_hash bytea,
  -- The administrator who has seen the token; everything done with it counts as done by them (APPR-17).
  maker_id bigint,
  issued_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  warned_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, maker_id) references lb_user (tenant_id, id) on delete set null (maker_id)
);
create index on service_token (tenant_id, lb_user_id);
create index on service_token (tenant_id, maker_id) where maker_id is not null;
create unique index service_token_secret_key on service_token (secret_hash) where secret_hash is not null;
call app.wall('service_token', parent => 'lb_user', visible => '(select app.is_admin())', secrets => '{secret_hash}',
  ignored => '{last_used_at,warned_at}');
create policy at_the_gate on service_token to gate using (true) with check (true);
grant select on service_token to gate;
grant update (last_used_at) on service_token to gate;
create trigger guard_login before insert or update of calls, networks, expires_at, secret_hash, maker_id, revoked_at on service_token
  for each row execute function app.guard_login();
create trigger hold_control before insert or delete or update on service_token for each row
  when (current_user = 'writer'::name) execute function app.hold_control();
create trigger security after update of secret_hash on service_token for each row
  when (new.secret_hash is distinct from old.secret_hash) execute function app.log_service_token();
