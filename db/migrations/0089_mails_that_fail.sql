-- A mail whose import fails for a reason that nobody foresaw is tried in so many runs, behind the others, and then told and
-- left alone (MBX-04).
alter table mailbox_mail
  drop constraint mailbox_mail_state_check,
  add constraint mailbox_mail_state_check check (state in ('imported', 'empty', 'old', 'failing', 'refused')),
  add column failed_runs integer not null default 0 check (failed_runs >= 0);
call app.wall('mailbox_mail', visible => '(select app.is_admin())', secrets => '{message_key,server_keys,failed_runs}', audited => false);
-- A mail is found by its key, in whichever mailbox of the tenant.
create index on mailbox_mail (tenant_id, message_key);
