-- A mailbox may be read with a token of Microsoft or Google instead of a password (MBX-08).
alter table mailbox
  add column sign_in text not null default 'password' check (sign_in in ('password', 'microsoft', 'google')),
  -- The id of the application registered there.
  add column oauth_application text check (length(oauth_application) <= 255),
  -- Microsoft's name of the organisation: an id, or a domain of it.
  add column oauth_directory text check (oauth_directory ~ '^[[:alnum:].-]{1,255}$'),
  -- Encrypted by the application, as all that follow.
  add column oauth_secret bytea,
  add column has_oauth_secret boolean not null generated always as (oauth_secret is not null) stored,
  -- Of the person whose mailbox it is; without one the application signs in by its own right.
  add column oauth_refresh_token bytea,
  add column has_oauth_refresh_token boolean not null generated always as (oauth_refresh_token is not null) stored,
  add column access_token bytea,
  add column access_until timestamptz;
call app.wall('mailbox', secrets => '{password,oauth_secret,oauth_refresh_token,access_token,access_until}',
  ignored => '{has_password,has_oauth_secret,has_oauth_refresh_token,access_token,access_until,last_run_at,last_error,failed_runs,search_text}',
  visible => '(select app.is_admin())');
drop trigger forget_moved_password on mailbox;
-- function app.forget_moved_password
create trigger forget_moved_password
  before update of host, port, tls, protocol, username, sign_in, oauth_application, oauth_directory, oauth_secret, oauth_refresh_token
  on mailbox for each row
  when ((old.host, old.port, old.tls, old.protocol, old.username, old.sign_in, old.oauth_application, old.oauth_directory,
      old.oauth_secret, old.oauth_refresh_token)
    is distinct from (new.host, new.port, new.tls, new.protocol, new.username, new.sign_in, new.oauth_application,
      new.oauth_directory, new.oauth_secret, new.oauth_refresh_token))
  execute function app.forget_moved_password();
