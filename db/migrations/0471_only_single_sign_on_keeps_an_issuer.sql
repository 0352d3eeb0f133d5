-- Only single sign-on needs an active issuer (AUTH-32).
-- function app.keep_sign_on
-- Before `hold_control` puts the old value back.
create trigger active_issuer before insert or update on configuration for each row
  when (new.key = 'sign_on_only' and new.value = 'true' and new.client_id is null and current_user = 'writer') execute function app.keep_sign_on();
create trigger active_issuer_off before update of active on sign_on_issuer for each row
  when (old.active and not new.active and current_user = 'writer') execute function app.keep_sign_on();
create trigger active_issuer_removed before delete on sign_on_issuer for each row
  when (old.active and current_user = 'writer') execute function app.keep_sign_on();
