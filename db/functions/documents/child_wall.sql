create or replace procedure app.child_wall(table_name text, amounts text[] default '{}', ignored text[] default '{}', parents text[] default '{procurement}')
language plpgsql as $$
declare
  condition text;
begin
  select string_agg(format(
      '%2$I_id is not null and exists (select from %2$I d where d.tenant_id = %1$I.tenant_id and d.id = %1$I.%2$I_id)',
      table_name, parent), ' or ')
    into condition from unnest(parents) as parent;
  call app.wall(table_name, visible => condition, amounts => amounts, ignored => ignored, parent => parents[1]);
end
$$;
