-- Secrets entered for one server or provider are never sent to another, and an access token is valid only for its own
-- sign-in.
create or replace function app.forget_moved_password() returns trigger language plpgsql as $$
declare
  is_moved constant boolean := (old.host, old.port, old.tls, old.protocol) is distinct from
    (new.host, new.port, new.tls, new.protocol);
begin
  if is_moved and new.password is not distinct from old.password then
    new.password := null;
  end if;
  if is_moved or new.sign_in <> old.sign_in then
    if new.oauth_secret is not distinct from old.oauth_secret then
      new.oauth_secret := null;
    end if;
    if new.oauth_refresh_token is not distinct from old.oauth_refresh_token then
      new.oauth_refresh_token := null;
    end if;
  end if;
  if new.access_token is not distinct from old.access_token then
    new.access_token := null;
    new.access_until := null;
    -- Not renewed but entered or deleted by a person: nobody knows its end.
    if new.oauth_refresh_token is distinct from old.oauth_refresh_token then
      new.oauth_until := null;
      new.oauth_warned_at := null;
    end if;
  end if;
  -- A renewal changes the refresh token alone; anything else is another sign-in than the one begun.
  if is_moved or (old.username, old.sign_in, old.oauth_application, old.oauth_directory, old.oauth_secret)
      is distinct from (new.username, new.sign_in, new.oauth_application, new.oauth_directory, new.oauth_secret) then
    new.sign_in_attempt := null;
  end if;
  return new;
end
$$;
