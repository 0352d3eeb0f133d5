-- A translated name and the name used by lists, searches and documents are the same (I18N-07): writing translations
-- sets the name, writing the name alone changes it in the tenant's main language. Writing a row unchanged sets its
-- name again, for another main language.
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
