-- An account that counts at once because no company requires a second person is not reported.
create or replace function app.note_untold_account() returns trigger language plpgsql set search_path to '' as $$
begin
  new.is_untold := exists (select from public.client c where c.tenant_id = new.tenant_id and c.bank_change_second_person);
  return new;
end
$$;
