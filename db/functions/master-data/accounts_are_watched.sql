-- Whether somebody else could confirm an account named by this person. A person does not become the only one by
-- blocking others or removing their right without confirmation within seven days.
create or replace function app.accounts_are_watched(in_tenant bigint, in_person bigint) returns boolean
language sql stable set search_path to '' as $$
  select in_person is null
    or exists (select from public.lb_user u where u.tenant_id = in_tenant and u.id <> in_person and not u.is_group and u.email is not null
      and (app.confirms_accounts(in_tenant, u.id) and not app.made_lately(in_tenant, u.id, in_person)
        or (u.blocked or not u.active) and u.roles && '{user-admin,user-can-insert-supplier}' and u.updated_at > now() - interval '7 days'))
    or exists (select from public.control_change c where c.tenant_id = in_tenant and c.proposed_by_id = in_person
      and c.at_once and c.decided_at > now() - interval '7 days' and (
        c.control = 'roles' and c.before -> 'roles' ?| '{user-admin,user-can-insert-supplier}'
          and not c.after -> 'roles' ?| '{user-admin,user-can-insert-supplier}'
        or c.control = 'task_group_user' and c.act <> 'insert'
        or c.table_name = 'lb_user' and (c.control in ('is_group', 'lb_user')
          or c.control = 'active' and (c.before ->> 'active')::boolean)))
$$;
grant execute on function app.accounts_are_watched(bigint, bigint) to writer;
