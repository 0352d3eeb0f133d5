-- A record without linked companies (departments) belongs to all of them. So the last linked one cannot be deleted:
-- that would silently open the record to all others (ROLE-18). Arguments: the link tables, each with the column of the
-- linked record.
create or replace function app.keep_narrowed() returns trigger language plpgsql set search_path to '' as $$
declare
  is_last boolean;
begin
  for place in 0 .. tg_nargs - 1 by 2 loop
    execute format(
      'select exists (select from public.%1$I l where l.tenant_id = $1 and l.%3$I = $2 and not exists (
         select from public.%1$I o join public.%4$I c on c.tenant_id = o.tenant_id and c.id = o.%3$I
         where o.tenant_id = l.tenant_id and o.%2$I = l.%2$I and c.id <> $2))',
      tg_argv[place], tg_argv[place + 1], tg_table_name || '_id', tg_table_name)
      into is_last using old.tenant_id, old.id;
    if is_last then
      raise exception 'foreign_key_violation' using errcode = '23503', table = left(tg_argv[place + 1], -3);
    end if;
  end loop;
  return old;
end
$$;
