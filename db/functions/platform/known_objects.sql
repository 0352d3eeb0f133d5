-- The keys of objects that the database knows, between two keys; `is_needed` where a file has its bytes there.
create or replace function app.known_objects(in_after text, in_until text)
returns table (object_key text, is_needed boolean)
language sql stable security definer set search_path = '' as $$
  select o.object_key, true from public.file_object o
    where o.object_key > in_after collate "C" and (in_until is null or o.object_key <= in_until collate "C")
  union all
  select l.object_key, false from public.loose_object l
    where l.object_key > in_after collate "C" and (in_until is null or l.object_key <= in_until collate "C")
$$;
grant execute on function app.known_objects(text, text) to gate;
