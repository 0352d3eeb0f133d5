-- A translated name is a list of {lang, name}, each language once (I18N-07, VAL-38).
create or replace function app.is_translations(value jsonb) returns boolean language sql immutable
return jsonb_typeof(value) = 'array' and jsonb_array_length(value) >= 1 and not exists (
  select from jsonb_array_elements(value) as item
  where (item ->> 'lang' ~ '^[a-z]{2}$') is not true or coalesce(trim(item ->> 'name'), '') = ''
) and (select count(distinct item ->> 'lang') = count(*) from jsonb_array_elements(value) as item);
grant execute on function app.is_translations(jsonb) to writer;
