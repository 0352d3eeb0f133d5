-- The directory of a company creates, changes and blocks people by SCIM 2.0 (AUTH-33).
-- function app.guard_service
-- function app.guard_directory_group
-- function app.map_directory_group
-- function app.withdraw_members
-- function app.audited_view
alter table lb_user
  -- A service account whose tokens belong to the directory of the company: they reach people and groups by SCIM and nothing else.
  add column is_directory boolean not null default false,
  add constraint lb_user_directory check (not is_directory or is_service and roles = '{}');
create unique index lb_user_directory_key on lb_user (tenant_id) where is_directory;
grant select (is_directory) on lb_user to reader, reader_price, gate;
drop view audited.lb_user;
call app.audited_view('lb_user');
drop trigger guard_service on lb_user;
create trigger guard_service before insert or update of is_service, is_directory, name, blocked, email, approval_limit,
    priority_approval_limit, substitute_id, roles on lb_user
  for each row execute function app.guard_service();
alter table job drop constraint job_means,
  add constraint job_means check (means in ('link', 'passkey', 'sign_on', 'demo', 'token', 'directory', 'mail_link', 'job'));

-- What the directory said last of a person. A later message counts only where it says something else, so that a decision of an
-- administrator stays.
create table directory_person (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  user_name text not null check (trim(user_name) <> '' and length(user_name) <= 255),
  external_id text check (length(external_id) <= 255),
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  given_name text check (length(given_name) <= 255),
  family_name text check (length(family_name) <= 255),
  email text not null check (length(email) <= 254),
  active boolean not null,
  -- The directory has deleted the person, who stays blocked here.
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, lb_user_id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create unique index directory_person_user_name_key on directory_person (tenant_id, lower(user_name)) where removed_at is null;
create index directory_person_external_id on directory_person (tenant_id, external_id);
call app.wall('directory_person', parent => 'lb_user', visible => '(select app.is_admin())');

-- The groups of the directory. They have an effect only where an administrator has mapped them to a task group.
create table directory_group (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  external_id text check (length(external_id) <= 255),
  task_group_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[name])) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_group_id) references lb_user (tenant_id, id) on delete set null (task_group_id)
);
create unique index directory_group_name_key on directory_group (tenant_id, lower(name));
create index directory_group_search_text on directory_group using gin (tenant_id, search_text gin_trgm_ops);
create index on directory_group (tenant_id, task_group_id);
call app.wall('directory_group', visible => '(select app.is_admin())', ignored => '{search_text}');
create trigger hold_control before insert or delete or update on directory_group for each row
  when (current_user = 'writer'::name) execute function app.hold_control();
create trigger guard_directory_group before insert or update of task_group_id on directory_group
  for each row when (new.task_group_id is not null) execute function app.guard_directory_group();
create trigger map_directory_group after update of task_group_id on directory_group
  for each row when (current_user = 'writer'::name and new.task_group_id is distinct from old.task_group_id)
  execute function app.map_directory_group();

create table directory_member (
  tenant_id bigint not null,
  directory_group_id bigint not null,
  lb_user_id bigint not null,
  primary key (tenant_id, directory_group_id, lb_user_id),
  foreign key (tenant_id, directory_group_id) references directory_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on directory_member (tenant_id, lb_user_id);
call app.wall('directory_member', parent => 'directory_group', visible => '(select app.is_admin())');
