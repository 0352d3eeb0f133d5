-- A group that becomes active again puts nobody out: only what takes a right away counts among what a person did to those who could
-- confirm accounts (INV-33, AUTH-37).
do $$
declare
  source text := pg_get_functiondef('app.accounts_are_watched(bigint, bigint)'::regprocedure);
  former constant text := 'c.table_name = ''lb_user'' and c.control in (''active'', ''is_group'', ''lb_user'')';
begin
  if strpos(source, former) = 0 then
    raise exception 'app.accounts_are_watched is another one';
  end if;
  execute replace(source, former, 'c.table_name = ''lb_user'' and (c.control in (''is_group'', ''lb_user'')
          or c.control = ''active'' and (c.before ->> ''active'')::boolean)');
end
$$;
