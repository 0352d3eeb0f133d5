-- The names of a translated name in all languages (I18N-07).
create or replace function app.names_in(translations jsonb) returns text language sql immutable parallel safe
return jsonb_path_query_array(translations, '$[*].name')::text;
grant execute on function app.names_in(jsonb) to gate, reader, reader_price, writer;
