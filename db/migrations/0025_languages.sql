-- Which languages there are, one list in the code says (src/base/language.ts), and the declarations that judge every write
-- of the API keep to it. Here a key has its shape alone, so that another language needs no migration.
alter table tenant drop constraint tenant_main_language_check,
  add constraint tenant_main_language_check check (main_language ~ '^[a-z]{2}$');
alter table lb_user drop constraint lb_user_lang_check,
  add constraint lb_user_lang_check check (lang ~ '^[a-z]{2}$');
alter table supplier drop constraint supplier_order_language_check,
  add constraint supplier_order_language_check check (order_language ~ '^[a-z]{2}$');

-- A translated name is a list of {lang, name}, each language once (I18N-07, VAL-38).
create or replace function app.is_translations(value jsonb) returns boolean language sql immutable
return jsonb_typeof(value) = 'array' and jsonb_array_length(value) >= 1 and not exists (
  select from jsonb_array_elements(value) as item
  where (item ->> 'lang' ~ '^[a-z]{2}$') is not true or coalesce(trim(item ->> 'name'), '') = ''
) and (select count(distinct item ->> 'lang') = count(*) from jsonb_array_elements(value) as item);
