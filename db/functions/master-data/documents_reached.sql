-- The open documents affected by this transaction's changes, each once, as far as visible to the person.
create or replace function app.documents_reached() returns table (kind text, document_id bigint)
language plpgsql stable set search_path to '' as $$
declare
  reached constant text := nullif(current_setting('app.reached', true), '');
  settings constant text[] := string_to_array(nullif(current_setting('app.reached_settings', true), ''), ',');
begin
  if reached is null and settings is null then
    return;
  end if;
  return query
    select w.kind, w.document_id from app.reached_rows() r cross join lateral app.documents_waiting_on(r."table", r.ids, r.clients) w
    union select s.kind, s.document_id from app.documents_under_settings(settings) s;
end
$$;
grant execute on function app.documents_reached() to reader, reader_price, writer, operator;
