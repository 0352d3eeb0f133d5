-- Arguments: the column, and the columns of the scope in which it is unique. Concurrent writes take turns.
create or replace function app.keep_named_number() returns trigger language plpgsql security definer set search_path to '' as $$
declare
  wanted constant jsonb := to_jsonb(new);
  was constant jsonb := case when tg_op = 'UPDATE' and old.active then to_jsonb(old) else '{}' end;
  place text := '';
  wanted_column text;
  other text;
begin
  if not new.active or nullif(btrim(wanted ->> tg_argv[0]), '') is null then
    return new;
  end if;
  foreach wanted_column in array tg_argv[1:] loop
    place := place || format(' and o.%1$I is not distinct from ($1).%1$I', wanted_column);
  end loop;
  if (select bool_and(was ->> name is not distinct from wanted ->> name) from unnest(tg_argv[0:]) name) then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('numbers of ' || tg_table_name, new.tenant_id));
  execute format(
    'select o.name from public.%1$I o where o.tenant_id = ($1).tenant_id and o.active and o.id <> ($1).id
      and lower(btrim(o.%2$I)) = lower(btrim(($1).%2$I))%3$s order by o.id limit 1', tg_table_name, tg_argv[0], place) into other using new;
  if other is not null then
    raise exception 'number_taken' using errcode = '55000', column = tg_argv[0],
      detail = jsonb_build_object('name', other, 'value', wanted ->> tg_argv[0]);
  end if;
  return new;
end
$$;
