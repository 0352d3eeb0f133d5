-- What a person reads of a translated name (I18N-07): the one in his language, which stands in `app.lang` as long as the
-- transaction lasts, else `name`, which is the one in the tenant's main language, else the first (app.keep_main_name).
create domain app.german_text as text collate app.german;

create function app.shown_name(main text, translations jsonb) returns app.german_text
language sql stable parallel safe
return case when translations = '[]' then main else coalesce(
  jsonb_path_query_first(
    translations, '$[*] ? (@.lang == $lang).name', jsonb_build_object('lang', current_setting('app.lang', true))
  ) #>> '{}', main) end;

-- A function of one row reads as one more column of it, here and in the API.
create function shown_name(department) returns app.german_text language sql stable parallel safe
  return app.shown_name($1.name, $1.translations);
create function shown_name(cost_center) returns app.german_text language sql stable parallel safe
  return app.shown_name($1.name, $1.translations);
create function shown_name(product_group) returns app.german_text language sql stable parallel safe
  return app.shown_name($1.name, $1.translations);
grant execute on function app.shown_name(text, jsonb), shown_name(department), shown_name(cost_center),
  shown_name(product_group) to reader, reader_price, writer;

-- As in 0015; a row that is written as it is gets its name anew, for another main language.
create or replace function app.keep_main_name() returns trigger language plpgsql as $$
declare
  main text := (select main_language from public.tenant where id = new.tenant_id);
  named jsonb := jsonb_build_object('lang', main, 'name', new.name);
begin
  if new.translations = '[]' then
    return new;
  end if;
  if tg_op = 'INSERT' or new.translations is distinct from old.translations or new.name = old.name then
    new.name := coalesce(
      jsonb_path_query_first(new.translations, '$[*] ? (@.lang == $main).name', jsonb_build_object('main', main)) #>> '{}',
      new.translations #>> '{0,name}', new.name);
  else
    new.translations := jsonb_build_array(named) || coalesce(
      (select jsonb_agg(item order by place) from jsonb_array_elements(new.translations) with ordinality as e (item, place)
       where item ->> 'lang' <> main), '[]');
  end if;
  return new;
end
$$;

-- The operator may change the main language, too, and has no rights on the rows that are named in it.
create function app.rename_in_main_language() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.department set translations = translations where tenant_id = new.id and translations <> '[]';
  update public.cost_center set translations = translations where tenant_id = new.id and translations <> '[]';
  update public.product_group set translations = translations where tenant_id = new.id and translations <> '[]';
  return null;
end
$$;
create trigger rename_in_main_language after update of main_language on tenant
  for each row when (new.main_language <> old.main_language) execute function app.rename_in_main_language();
