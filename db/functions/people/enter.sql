-- Enters a tenant as a person (TECH-03): checks that the token is still valid and sets the context read by every
-- policy. A null version is a job, which acts for the tenant; person 0 is the tenant itself, for jobs without a
-- person (JOB-03). SQLSTATE 28000 = unauthenticated.
create or replace function app.enter(in_tenant bigint, in_person bigint, in_actor bigint, in_version integer, in_as_operator boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  groups bigint[];
  effective text[];
  is_auditor boolean;
begin
  if in_person = 0 and in_actor = 0 and in_version is null and not in_as_operator then
    perform app.enter_as_tenant(in_tenant);
    return;
  end if;
  -- A service account is blocked for people; only its tokens enter (AUTH-34).
  select u.id, u.roles, u.client_id, u.department_id, u.token_version, u.blocked and not u.is_service as blocked, u.active, t.status
    into person
    from public.lb_user u join public.tenant t on t.id = u.tenant_id
    where u.tenant_id = in_tenant and u.id = in_person;
  -- While its tenant moves to another installation a person only reads (TECH-18), and no job runs.
  if person.id is null or person.status <> 'active' and (person.status <> 'moving' or in_version is null)
     or (in_version is not null and (person.token_version <> in_version or person.blocked or not person.active)) then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  if in_actor <> in_person and not app.administers(in_tenant, in_actor) then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  is_auditor := 'user-auditor' = any (person.roles);
  select coalesce(array_agg(g.id), '{}'), coalesce(array_agg(distinct role) filter (where role is not null), '{}')
    into groups, effective
    from public.task_group_user m
    join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.is_group and g.active
    left join lateral unnest(g.roles) as role on true
    where m.tenant_id = in_tenant and m.lb_user_id = in_person and not is_auditor;
  effective := effective || person.roles;
  if is_auditor then
    effective := effective || 'user-price'::text;
  end if;
  -- Acting as somebody else never crosses tenants.
  if in_as_operator and (in_actor <> in_person or not 'user-operator' = any (effective)) then
    raise exception 'permission denied for table tenant' using errcode = '42501';
  end if;
  perform
    set_config('app.tenant_id', in_tenant::text, true),
    set_config('app.user_id', in_person::text, true),
    set_config('app.actor_id', in_actor::text, true),
    set_config('app.roles', array_to_string(effective, ','), true),
    set_config('app.is_admin', case when 'user-admin' = any (effective) then 'on' else '' end, true),
    set_config('app.is_operator', case when in_as_operator then 'on' else '' end, true),
    -- As an auditor a person does not see the documents of an earlier role.
    set_config('app.persons', (case when is_auditor then '{}'::bigint[] else in_person || groups end)::text, true),
    set_config('app.client_id', coalesce(person.client_id::text, ''), true),
    set_config('app.department_id', coalesce(person.department_id::text, ''), true),
    set_config('app.permissions', app.permissions_of(in_tenant, in_person)::text, true),
    set_config('app.procurement_scope', app.scope_of(effective, 'user-see-all-orders'), true),
    set_config('app.procurement_involved', app.involved_of(effective, 'user-see-all-orders', 'user-see-own-orders-and-involved'), true),
    set_config('app.invoice_scope', app.scope_of(effective, 'user-see-all-invoices'), true),
    set_config('app.invoice_involved', app.involved_of(effective, 'user-see-all-invoices', 'user-see-own-invoices-and-involved'), true),
    set_config('app.contract_scope', app.scope_of(effective, 'user-see-contracts'), true),
    set_config('app.contract_involved', app.involved_of(effective, 'user-see-contracts', 'user-see-own-contracts-and-involved'), true);
  if is_auditor then
    perform app.enter_as_auditor(in_tenant, in_person, in_version);
  end if;
  if person.status = 'moving' then
    perform set_config('app.moving', 'on', true), set_config('transaction_read_only', 'on', true);
  end if;
end
$$;
grant execute on function app.enter(bigint, bigint, bigint, integer, boolean) to kontor_web;
