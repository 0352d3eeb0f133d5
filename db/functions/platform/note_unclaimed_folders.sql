-- Replaces the list of scan folders that match no tenant or two (MBX-06); both arguments have the same order.
create or replace function app.note_unclaimed_folders(in_names text[], in_problems text[]) returns void
language sql security definer set search_path = '' as $$
  delete from public.unclaimed_folder where name <> all (in_names);
  insert into public.unclaimed_folder (name, problem) select * from unnest(in_names, in_problems)
    on conflict (name) do update set problem = excluded.problem, seen_at = now()
$$;
grant execute on function app.note_unclaimed_folders(text[], text[]) to gate;
