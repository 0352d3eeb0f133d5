-- Taking something away shows more to nobody (ROLE-18): what permission groups guard stays guarded when they are deactivated or
-- their module is switched off, until it is taken out of them by name. Only a group that is active opens it to its members.
create function app.hidden_rows(in_table text) returns bigint[]
language plpgsql stable parallel safe security definer set search_path to '' as $$
declare
  found bigint[];
begin
  execute format(
    'select array_agg(distinct l.%1$s_id) from public.permission_%1$s l
     where l.tenant_id = app.tenant_id() and not exists (select from public.permission_%1$s m
       where m.tenant_id = l.tenant_id and m.%1$s_id = l.%1$s_id and m.permission_id = any (app.permissions()))', in_table)
    into found;
  return coalesce(found, '{}');
end
$$;
revoke execute on function app.hidden_rows(text) from public;
grant execute on function app.hidden_rows(text) to reader, reader_price;

create or replace procedure app.permission_wall(table_name text) language plpgsql as $$
declare
  condition text := format(
    '(select app.is_admin()) or %1$s.id <> all ((select app.hidden_rows(%1$L))::bigint[])', table_name);
begin
  call app.wall(table_name, visible => condition);
end
$$;
do $$
declare
  guarded text;
begin
  foreach guarded in array '{client,department,cost_center,supplier,product_group}'::text[] loop
    execute format(
      'alter policy visible on %1$s using (tenant_id = (select app.tenant_id())
         and ((select app.is_admin()) or id <> all ((select app.hidden_rows(%1$L))::bigint[])))', guarded);
  end loop;
end
$$;
drop function app.groups_restrict();

-- A group that guards something is not deleted: that would release it without a name.
create function app.keep_guarding() returns trigger language plpgsql set search_path to '' as $$
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
create trigger keep_guarding before delete on permission for each row
  when (current_user = 'writer') execute function app.keep_guarding();
