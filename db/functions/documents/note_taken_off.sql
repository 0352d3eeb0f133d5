create or replace function app.note_taken_off() returns trigger language plpgsql set search_path to '' as $$
begin
  new.taken_off_ids := case when new.document_type = 'final' and (new.is_leaving or new.status = 'completed')
    then coalesce(new.taken_off_ids, array(select id from app.prepayments_of(new))) end;
  return new;
end
$$;
