-- The bytes of a kept file leave the store only when they are in the database again. The object of a deleted file is
-- deleted with it; the file row is already gone then.
create or replace function app.keep_object() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and (new.tenant_id, new.file_id, new.object_key, new.cipher_key)
      is not distinct from (old.tenant_id, old.file_id, old.object_key, old.cipher_key) then
    return null;
  end if;
  if not app.is_removing(old.tenant_id) and exists (
      select from public.file f where f.tenant_id = old.tenant_id and f.id = old.file_id and app.is_kept(f)
        and (tg_op = 'UPDATE' or f.size <> (select coalesce(sum(length(c.bytes)), 0) from public.file_chunk c
          where c.tenant_id = f.tenant_id and c.file_id = f.id))) then
    raise exception 'file % is kept', old.file_id using errcode = '55000';
  end if;
  return null;
end
$$;
