-- Chunks of a deleted file are deleted with it; the file row is already gone then.
create or replace function app.keep_original_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.file f where f.tenant_id = old.tenant_id and f.id = old.file_id and app.is_kept(f))
      and not app.is_removing(old.tenant_id) then
    raise exception 'file % is kept', old.file_id using errcode = '55000';
  end if;
  return null;
end
$$;
