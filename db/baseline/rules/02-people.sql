call app.wall('lb_user', secrets => '{api_token_hash,token_version}', amounts => '{approval_limit}', ignored => '{token_version,search_text,made_by_id,made_at,put_out_at}');
create policy at_the_gate on lb_user to gate using (true) with check (true);
create policy only_audited on lb_user as restrictive for select to auditor
  using (id not in (select app.people_of_others()));
create trigger acts_keep_kind before update of is_group on lb_user for each row
  when (old.is_group is distinct from new.is_group) execute function app.keep_people();
create trigger acts_keep_person before delete on lb_user for each row execute function app.keep_people();
create trigger announced after update on lb_user for each row
  when (old.token_version is distinct from new.token_version) execute function app.announce_person();
create trigger bump_members after update on lb_user for each row execute function app.bump_members();
create trigger end_contract_calendar after update of blocked, active on lb_user
  for each row when (new.blocked or not new.active) execute function app.end_contract_calendar();
create trigger forget_login_links after update of email on lb_user
  for each row when (lower(new.email) is distinct from lower(old.email)) execute function app.forget_login_links();
create constraint trigger guard_auditor after update of roles on lb_user deferrable initially deferred
  for each row when ('user-auditor' = any (new.roles)) execute function app.guard_auditor();
create trigger guard_login before update on lb_user for each row
  when ((new.email, new.api_token_hash, new.token_maker_id, new.token_expires_at)
    is distinct from (old.email, old.api_token_hash, old.token_maker_id, old.token_expires_at))
  execute function app.guard_login();
create trigger guard_new_substitute before insert on lb_user for each row
  when (new.substitute_id is not null) execute function app.guard_named_substitute();
create trigger guard_operator_role before insert or update on lb_user for each row execute function app.guard_operator_role();
create trigger guard_other_substitute before update of substitute_id on lb_user for each row
  when (new.substitute_id is not null and new.substitute_id is distinct from old.substitute_id)
  execute function app.guard_named_substitute();
create trigger guard_substitute before insert or update of substitute_id, absence_from, absence_to on lb_user
  for each row execute function app.guard_substitute();
create trigger hold_control before insert or delete or update on lb_user for each row when (current_user = 'writer'::name) execute function app.hold_control();
create trigger invited after insert on lb_user for each row
  when (app.tenant_id() is not null and new.email is not null and not new.is_group and not new.blocked and new.active)
  execute function app.invite_person();
create constraint trigger keep_administrator_active after update of active, is_group on lb_user
  deferrable initially deferred
  for each row when (current_user = 'writer' and (old.active and not new.active or new.is_group and not old.is_group))
  execute function app.keep_administrator('active');
create constraint trigger keep_administrator_blocked after update of blocked on lb_user deferrable initially deferred
  for each row when (current_user = 'writer' and new.blocked and not old.blocked)
  execute function app.keep_administrator('blocked');
create constraint trigger keep_administrator_deleted after delete on lb_user deferrable initially deferred
  for each row when (current_user = 'writer') execute function app.keep_administrator('id');
-- Looked at in the end, because one save may give the right to one and take it from another. As with the other rules
-- of this sort, whoever loads data as owner of the database answers for it himself.
create constraint trigger keep_administrator_roles after update of roles on lb_user deferrable initially deferred
  for each row when (current_user = 'writer' and 'user-admin' = any (old.roles) and not 'user-admin' = any (new.roles))
  execute function app.keep_administrator('roles');
create trigger keep_system_person before update on lb_user for each row when (old.is_system or new.is_system)
  execute function app.keep_system_person();
create trigger make_no_system_person before insert on lb_user for each row when (new.is_system)
  execute function app.keep_system_person();
-- After `hold_control`, which keeps what waits as it was.
create trigger note_maker before insert or update of email, active, blocked, roles on lb_user for each row
  when (current_user = 'writer') execute function app.note_maker();
create trigger note_maker_of_members after update of roles, active, is_group on lb_user for each row
  when (current_user = 'writer' and new.is_group) execute function app.note_maker_in_groups();
create trigger note_token_version before update on lb_user for each row execute function app.bump_token_version();
create trigger purpose_of_new_signature_file_id after update of signature_file_id on lb_user for each row when (new.signature_file_id is not null and new.signature_file_id is distinct from old.signature_file_id) execute function app.check_file_purpose('signature_file_id', 'signature');
create trigger purpose_of_signature_file_id after insert on lb_user for each row when (new.signature_file_id is not null) execute function app.check_file_purpose('signature_file_id', 'signature');
create trigger remove_no_system_person before delete on lb_user for each row when (old.is_system)
  execute function app.keep_system_person();
create trigger security after update of api_token_hash, email on lb_user
  for each row when ((new.api_token_hash, new.email) is distinct from (old.api_token_hash, old.email)) execute function app.log_person();
create trigger security_blocked after update of blocked, active on lb_user
  for each row execute function app.log_control('blocked', 'active');
create trigger settle_tasks after update on lb_user referencing old table as before_change new table as after_change
  for each statement execute function app.settle_tasks();
revoke select (made_by_id, made_at, put_out_at) on lb_user from reader, reader_price;
grant select (tenant_id, id, email, name, lang, roles, is_group, blocked, active, token_version, api_token_hash, token_expires_at, auditor_ends_on, token_maker_id) on lb_user to gate;
grant update (token_version) on lb_user to gate;

call app.wall('task_group_user');
create policy at_the_gate on task_group_user for select to gate using (true);
create policy only_audited on task_group_user as restrictive for select to auditor
  using (lb_user_id not in (select app.people_of_others()) and task_group_id not in (select app.people_of_others()));
create trigger bump_members after insert or update or delete on task_group_user for each row execute function app.bump_members();
create constraint trigger guard_auditor after insert or update on task_group_user deferrable initially deferred
  for each row execute function app.guard_auditor();
create trigger guard_operator_role before insert or update on task_group_user for each row execute function app.guard_operator_role();
create trigger hold_control before insert or delete or update on task_group_user for each row when (current_user = 'writer'::name) execute function app.hold_control();
create constraint trigger keep_administrator_members after delete or update on task_group_user
  deferrable initially deferred
  for each row when (current_user = 'writer') execute function app.keep_administrator('lb_user_id');
create trigger note_maker after insert or update on task_group_user for each row
  when (current_user = 'writer') execute function app.note_maker_in_groups();
create trigger settle_tasks after delete on task_group_user for each statement
  when (current_user = 'writer') execute function app.settle_tasks_of_groups();
grant select on task_group_user to gate;

call app.wall('login_token', secrets => '{token_hash}', readable => false, audited => false);
create policy at_the_gate on login_token to gate using (true) with check (true);
grant select, insert, update, delete on login_token to gate;

alter table login_request enable row level security, force row level security;
create policy at_the_gate on login_request to gate using (true) with check (true);
grant select, insert, update, delete on login_request to gate;

call app.wall('refresh_token', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())',
  secrets => '{token_hash}', audited => false);
create policy at_the_gate on refresh_token to gate using (true) with check (true);
create trigger guard_end_of_session before update of revoked_at on refresh_token
  for each row execute function app.guard_end_of_session();
create trigger guard_login before insert on refresh_token
  for each row execute function app.guard_login();
create trigger security_began after insert on refresh_token
  for each row when (new.created_at = new.family_started_at) execute function app.log_session();
create trigger security_ended after update of revoked_at on refresh_token
  for each row when (old.revoked_at is null and new.revoked_at is not null and new.replaced_at is null and new.expires_at > new.revoked_at)
  execute function app.log_session();
revoke select (device, ended_by) on refresh_token from reader, reader_price;
grant select, insert, update, delete on refresh_token to gate;

-- A login is no change of the passkey that is worth an audit row.
call app.wall('passkey', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())',
  secrets => '{credential_id,public_key,counter}', ignored => '{counter,last_login}');
create policy at_the_gate on passkey to gate using (true) with check (true);
create trigger end_with_auditor before insert on passkey for each row execute function app.end_with_auditor();
create trigger guard_login before insert or update of public_key, credential_id, lb_user_id or delete on passkey
  for each row execute function app.guard_login();
create trigger security after insert or delete on passkey for each row execute function app.log_passkey();
revoke select (ends_on) on passkey from reader, reader_price;
grant select on passkey to gate;
grant update (counter, last_login) on passkey to gate;

call app.wall('notification', visible => 'lb_user_id = (select app.user_id())', amounts => '{payload}', audited => false);

call app.wall('tour', visible => 'lb_user_id = (select app.user_id())', audited => false);

call app.wall('user_address', parent => 'lb_user', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())');

alter table passkey_challenge enable row level security, force row level security;
create policy at_the_gate on passkey_challenge to gate using (true) with check (true);
grant select, insert, delete on passkey_challenge to gate;

call app.wall('saved_filter', visible => 'lb_user_id = (select app.user_id())', audited => false);

call app.wall('onboarding', audited => false, readable => false);

call app.wall('sample_record', audited => false, readable => false);

call app.wall('known_device', audited => false, readable => false);
create trigger security after insert on known_device for each row execute function app.log_device();
revoke insert, update, delete on known_device from writer;

alter table unknown_access enable row level security, force row level security;

-- The groups among the people, as an entity of their own.
create or replace view task_group with (security_invoker = true) as
  select tenant_id, id, name, app.roles_of(id) as roles, app.approval_limit_of(id) as approval_limit,
    app.priority_of(id) as priority_approval_limit, active, created_at, updated_at, search_text
  from lb_user where is_group;
alter view task_group alter column active set default true;
alter view task_group alter column roles set default '{}';
create trigger write_task_group instead of insert or update on task_group
  for each row execute function app.write_task_group();
grant select, insert, update, delete on task_group to writer;
grant select (tenant_id, id, name, active, created_at, updated_at, search_text) on task_group to reader, reader_price;
grant select (roles, approval_limit, priority_approval_limit) on task_group to reader_admin;
