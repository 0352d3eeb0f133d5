-- Whether a person or group has any right or limit, own or through a group, or is chosen anywhere in the register: an
-- approver without a limit may approve everything.
create or replace function app.holds_power(in_person jsonb) returns boolean language sql stable set search_path to '' as $$
  select in_person -> 'roles' <> '[]' or in_person ->> 'approval_limit' is not null or exists (
    select from public.task_group_user m where m.tenant_id = (in_person ->> 'tenant_id')::bigint and m.lb_user_id = (in_person ->> 'id')::bigint)
    or app.is_chosen((in_person ->> 'tenant_id')::bigint, (in_person ->> 'id')::bigint)
$$;
grant execute on function app.holds_power(jsonb) to writer;
