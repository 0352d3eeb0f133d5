-- A person signs in at Microsoft or Google for a mailbox (MBX-08).
alter table mailbox
  -- A begun sign-in: the digest of its state, its verifier, its person and its end, encrypted by the application.
  add column sign_in_attempt bytea,
  -- When the refresh token ends without use; null where the provider does not say.
  add column oauth_until timestamptz,
  add column oauth_warned_at timestamptz;
call app.wall('mailbox',
  secrets => '{password,oauth_secret,oauth_refresh_token,access_token,access_until,sign_in_attempt,oauth_warned_at}',
  ignored => '{has_password,has_oauth_secret,has_oauth_refresh_token,access_token,access_until,sign_in_attempt,oauth_until,oauth_warned_at,last_run_at,last_error,failed_runs,search_text}',
  visible => '(select app.is_admin())');
-- function app.forget_moved_password
-- function app.enqueue_mailbox_imports
