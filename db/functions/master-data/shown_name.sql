create or replace function app.shown_name(main text, translations jsonb) returns app.german_text
language sql stable parallel safe
return case when translations = '[]' then main else coalesce(
  jsonb_path_query_first(
    translations, '$[*] ? (@.lang == $lang).name', jsonb_build_object('lang', current_setting('app.lang', true))
  ) #>> '{}', main) end;
grant execute on function app.shown_name(text, jsonb) to reader, reader_price, writer;

-- A function of one row can be selected like a column, in SQL and in the API.
create or replace function shown_name(cost_center) returns app.german_text language sql stable parallel safe
  return app.shown_name($1.name, $1.translations);
grant execute on function shown_name(cost_center) to reader, reader_price, writer;

create or replace function shown_name(department) returns app.german_text language sql stable parallel safe
  return app.shown_name($1.name, $1.translations);
grant execute on function shown_name(department) to reader, reader_price, writer;

create or replace function shown_name(product_group) returns app.german_text language sql stable parallel safe
  return app.shown_name($1.name, $1.translations);
grant execute on function shown_name(product_group) to reader, reader_price, writer;

-- Auditors read these through their views.
create or replace function audited.shown_name(audited.product_group) returns app.german_text language sql stable parallel safe
  return app.shown_name($1.name, $1.translations);
grant execute on function audited.shown_name(audited.product_group) to auditor;

create or replace function audited.shown_name(audited.department) returns app.german_text language sql stable parallel safe
  return app.shown_name($1.name, $1.translations);
grant execute on function audited.shown_name(audited.department) to auditor;
