-- A group that restricts something cannot be deleted: that would silently release it.
create or replace function app.keep_guarding() returns trigger language plpgsql set search_path to '' as $$
declare
  guarded text;
  is_guarding boolean;
begin
  foreach guarded in array '{client,department,cost_center,supplier,product_group}'::text[] loop
    execute format('select exists (select from public.permission_%s l where l.tenant_id = $1 and l.permission_id = $2)', guarded)
      into is_guarding using old.tenant_id, old.id;
    if is_guarding then
      raise exception 'foreign_key_violation' using errcode = '23503', column = 'permission_id';
    end if;
  end loop;
  return old;
end
$$;
