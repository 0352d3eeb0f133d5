-- Takes back what the directory proposed for these members of a task group and what still waits: a later message says
-- otherwise (AUTH-33).
create or replace function app.withdraw_members(in_group bigint, in_people bigint[]) returns void
language sql volatile security definer set search_path to '' as $$
  update public.control_change set state = 'void', decided_at = now()
  where tenant_id = app.tenant_id() and app.means() = 'directory' and proposed_by_id = app.actor_id() and state = 'pending'
    and table_name = 'task_group_user' and row_key ->> 'task_group_id' = in_group::text
    and (row_key ->> 'lb_user_id')::bigint = any (in_people)
$$;
grant execute on function app.withdraw_members(bigint, bigint[]) to writer;
