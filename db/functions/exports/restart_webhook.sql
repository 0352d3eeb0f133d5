-- Switched on again, or with another address, a webhook begins anew.
create or replace function app.restart_webhook() returns trigger language plpgsql set search_path to '' as $$
begin
  new.is_gone := false;
  new.failures := 0;
  new.paused_until := null;
  new.told_at := null;
  return new;
end
$$;
