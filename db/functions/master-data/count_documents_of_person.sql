-- A person knows their own changes.
create or replace function app.count_documents_of_person() returns trigger language plpgsql set search_path to '' as $$
begin
  if new.id is distinct from app.user_id() then
    perform app.note_reached('lb_user', array[new.id], null);
  end if;
  return null;
end
$$;
