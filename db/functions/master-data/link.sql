-- Plain n:m links with the two columns as key. The second column gets an index for the other direction.
create or replace procedure app.link(link_table text, first_table text, second_table text) language plpgsql as $$
declare
  parents text[] := array(select name from unnest(array[first_table, second_table]) as name
    where name in ('client', 'department', 'cost_center', 'supplier', 'client_address'));
begin
  execute format(
    'create table public.%1$I (
       tenant_id bigint not null, %2$I bigint not null, %3$I bigint not null,
       primary key (tenant_id, %2$I, %3$I),
       foreign key (tenant_id, %2$I) references public.%4$I (tenant_id, id) on delete cascade,
       foreign key (tenant_id, %3$I) references public.%5$I (tenant_id, id) on delete cascade)',
    link_table, first_table || '_id', second_table || '_id', first_table, second_table);
  execute format('create index on public.%I (tenant_id, %I)', link_table, second_table || '_id');
  -- Links of permission groups decide on visibility and are therefore visible; they contain only keys.
  call app.wall(link_table, visible => case first_table
    when 'permission' then 'true' else app.hangs_on(link_table, variadic parents) end);
end
$$;
