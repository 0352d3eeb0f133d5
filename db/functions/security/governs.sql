-- Whether the change of a row concerns control at all.
create or replace function app.governs(in_table text, in_control text, in_old jsonb, in_new jsonb)
returns boolean
language sql
stable
set search_path to '' as $$
  select case when in_table in ('supplier', 'supplier_client') then app.governs_names(in_table, in_control, in_old, in_new)
    when in_table = 'budget' then app.undercuts_budget(in_old, in_new,
      app.budget_used((in_old ->> 'cost_center_id')::bigint, (in_old ->> 'id')::bigint, (in_old ->> 'start')::date))
    when in_table = 'cost_center_client' then exists (select from public.cost_center_approver a
      where a.cost_center_id in ((in_old ->> 'cost_center_id')::bigint, (in_new ->> 'cost_center_id')::bigint))
    when in_table = 'department_client' then app.department_governs((in_old ->> 'department_id')::bigint)
      or app.department_governs((in_new ->> 'department_id')::bigint)
    when in_control = 'client_id' then app.department_governs((in_old ->> 'id')::bigint)
    when in_table <> 'lb_user' then true else case in_control
    -- A group's address gives no login and may change at once; so may the active flag of a person.
    when 'email' then not (in_old ->> 'is_group')::boolean
    when 'active' then (in_old ->> 'is_group')::boolean
    -- Everyone chooses their own substitute.
    when 'substitute_id' then (in_new ->> 'id')::bigint is distinct from app.actor_id()
    when 'lb_user' then app.holds_power(in_old)
    else true end end
$$;
grant execute on function app.governs(text, text, jsonb, jsonb) to writer;
