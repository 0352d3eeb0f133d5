-- Objects that the store has to remove. An archive that is being handed over keeps its own.
create or replace function app.objects_to_drop(in_limit integer) returns table (object_key text)
language sql stable security definer set search_path = '' as $$
  select l.object_key from public.loose_object l
    where l.drop_after < now()
      and not exists (select from public.archive_member m where m.object_key = l.object_key)
      and not exists (select from public.file_object o where o.object_key = l.object_key)
    order by l.drop_after limit in_limit
$$;
grant execute on function app.objects_to_drop(integer) to gate;
