-- Chunks of a deleted file are deleted with it; the file row is already gone then. Those of a file whose bytes are in
-- the store may go (TECH-16).
create or replace function app.keep_original_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and exists (
      select from public.file_object o where o.tenant_id = old.tenant_id and o.file_id = old.file_id) then
    return null;
  end if;
  if exists (select from public.file f where f.tenant_id = old.tenant_id and f.id = old.file_id and app.is_kept(f))
      and not app.is_removing(old.tenant_id) then
    raise exception 'file % is kept', old.file_id using errcode = '55000';
  end if;
  return null;
end
$$;
