-- A translated name and the name that lists, searches and documents use are one thing (I18N-07): writing the
-- translations sets the name, writing the name alone changes it in the tenant's main language.
create function app.keep_main_name() returns trigger language plpgsql as $$
declare
  main text := (select main_language from tenant where id = new.tenant_id);
  named jsonb := jsonb_build_object('lang', main, 'name', new.name);
begin
  if new.translations = '[]' then
    return new;
  end if;
  if tg_op = 'INSERT' or new.translations is distinct from old.translations then
    new.name := coalesce(
      jsonb_path_query_first(new.translations, '$[*] ? (@.lang == $main).name', jsonb_build_object('main', main)) #>> '{}',
      new.translations #>> '{0,name}', new.name);
  elsif new.name is distinct from old.name then
    new.translations := jsonb_build_array(named) || coalesce(
      (select jsonb_agg(item order by place) from jsonb_array_elements(new.translations) with ordinality as e (item, place)
       where item ->> 'lang' <> main), '[]');
  end if;
  return new;
end
$$;
create trigger keep_main_name before insert or update of name, translations on department
  for each row execute function app.keep_main_name();
create trigger keep_main_name before insert or update of name, translations on cost_center
  for each row execute function app.keep_main_name();
create trigger keep_main_name before insert or update of name, translations on product_group
  for each row execute function app.keep_main_name();
