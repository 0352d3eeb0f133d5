-- Single sign-on per tenant by OpenID Connect (AUTH-32).
-- function app.forget_moved_application_secret
-- function app.log_sign_on_identity
-- function app.is_sign_on_only
-- function app.require_sign_on
alter table job drop constraint job_means,
  add constraint job_means check (means in ('link', 'passkey', 'sign_on', 'demo', 'token', 'mail_link', 'job'));
alter table refresh_token drop constraint refresh_token_means,
  add constraint refresh_token_means check (means in ('link', 'passkey', 'sign_on', 'demo'));
alter table security_log drop constraint security_log_kind_check,
  add constraint security_log_kind_check check (kind in ('login', 'login_failed', 'new_device', 'logout', 'session_ended', 'passkey_made',
    'passkey_removed', 'sign_on_bound', 'sign_on_removed', 'token_made', 'token_revoked', 'token_refused', 'acting_began', 'acting_ended',
    'address_changed', 'rights_changed', 'control_changed', 'refused'));

-- The registrations of the product at issuers.
create table sign_on_issuer (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  issuer text not null check (issuer ~ '^https?://' and length(issuer) <= 500),
  application_id text not null check (trim(application_id) <> '' and length(application_id) <= 255),
  -- Encrypted by the application.
  application_secret bytea,
  has_application_secret boolean not null generated always as (application_secret is not null) stored,
  organisation_claim text check (length(organisation_claim) <= 100),
  organisation text check (length(organisation) <= 255),
  trusts_addresses boolean not null default false,
  groups_claim text check (length(groups_claim) <= 100),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[name])) stored,
  primary key (tenant_id, id),
  constraint sign_on_issuer_organisation check ((organisation_claim is null) = (organisation is null))
);
create index sign_on_issuer_search_text on sign_on_issuer using gin (tenant_id, search_text gin_trgm_ops);
call app.wall('sign_on_issuer', secrets => '{application_secret}', ignored => '{has_application_secret,search_text}',
  visible => '(select app.is_admin())');
create policy at_the_gate on sign_on_issuer for select to gate using (true);
grant select on sign_on_issuer to gate;
create trigger hold_control before insert or delete or update on sign_on_issuer for each row
  when (current_user = 'writer'::name) execute function app.hold_control();
-- After `hold_control`, which keeps what waits as it was.
create trigger move_application before update of issuer, application_id on sign_on_issuer for each row
  when ((old.issuer, old.application_id) is distinct from (new.issuer, new.application_id))
  execute function app.forget_moved_application_secret();

-- Who has the value in the groups that the issuer tells is a member of the task group.
create table sign_on_group (
  tenant_id bigint not null,
  id bigint generated always as identity,
  sign_on_issuer_id bigint not null,
  value text not null check (trim(value) <> '' and length(value) <= 255),
  task_group_id bigint not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, sign_on_issuer_id) references sign_on_issuer (tenant_id, id) on delete cascade,
  foreign key (tenant_id, task_group_id) references lb_user (tenant_id, id) on delete cascade
);
create index on sign_on_group (tenant_id, sign_on_issuer_id);
create index on sign_on_group (tenant_id, task_group_id);
call app.wall('sign_on_group', parent => 'sign_on_issuer', visible => '(select app.is_admin())');
create trigger hold_control before insert or delete or update on sign_on_group for each row
  when (current_user = 'writer'::name) execute function app.hold_control();

-- The accounts at issuers, each bound to its person. An issuer gives another `sub` to each application, and the same one may be
-- anybody's at another issuer, so both belong to the key.
create table sign_on_identity (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  issuer text not null,
  application_id text not null,
  subject text not null check (length(subject) between 1 and 255),
  last_login timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, issuer, application_id, subject),
  unique (tenant_id, lb_user_id, issuer, application_id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
call app.wall('sign_on_identity', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())', secrets => '{subject}',
  ignored => '{last_login}');
create policy at_the_gate on sign_on_identity to gate using (true) with check (true);
create trigger guard_login before insert or update or delete on sign_on_identity for each row execute function app.guard_login();
create trigger security after insert or delete on sign_on_identity for each row execute function app.log_sign_on_identity();
grant select, insert on sign_on_identity to gate;
grant update (last_login) on sign_on_identity to gate;
