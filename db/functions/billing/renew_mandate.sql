-- The use of one mandate does not apply to another.
create or replace function app.renew_mandate() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.sepa_last_use is not distinct from old.sepa_last_use then
    new.sepa_last_use := null;
  end if;
  return new;
end
$$;
