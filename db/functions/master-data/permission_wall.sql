-- ROLE-13: a record with active permission groups is visible to their members and to administrators only.
create or replace procedure app.permission_wall(table_name text) language plpgsql as $$
declare
  condition text := format(
    '(select app.is_admin()) or %1$s.id <> all ((select app.hidden_rows(%1$L))::bigint[])', table_name);
begin
  call app.wall(table_name, visible => condition);
end
$$;
