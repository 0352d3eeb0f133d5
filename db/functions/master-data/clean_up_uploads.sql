-- Files of master data are uploaded before the record that references them is saved, and remain if it references
-- others. Every reference has a foreign key, so the keys tell which files are unreferenced.
create or replace procedure app.clean_up_uploads() language plpgsql set search_path = '' as $$
declare
  unnamed text := (
    select string_agg(format('not exists (select from %s r where r.tenant_id = f.tenant_id and r.%I = f.id)',
        k.conrelid::regclass, a.attname), ' and ')
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'tenant_id'
    where k.contype = 'f' and k.confrelid = 'public.file'::regclass and k.conrelid not in ('public.file_chunk'::regclass, 'public.file_object'::regclass));
begin
  execute format(
    'delete from public.file f where f.is_master_data and f.created_at < now() - interval ''1 day'' and %s', unnamed);
end
$$;
