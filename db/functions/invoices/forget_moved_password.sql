-- Secrets entered for one server are never sent to another, and an access token is valid only for its own sign-in.
create or replace function app.forget_moved_password() returns trigger language plpgsql as $$
begin
  if (old.host, old.port, old.tls, old.protocol) is distinct from (new.host, new.port, new.tls, new.protocol) then
    if new.password is not distinct from old.password then
      new.password := null;
    end if;
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
  end if;
  return new;
end
$$;
