-- An archive of one company holds of master data and their history what an auditor of that company sees (ARC-05, ARC-09): the policies of
-- `auditor` decide, for whoever asks for it.

-- After `app.enter_for_archive`: the rows are read as an auditor of this company and period sees them.
create function app.audit_for_archive(in_client bigint, in_from date, in_until date) returns void
language sql set search_path to '' as $$
  select
    set_config('app.client_id', in_client::text, true),
    set_config('app.auditor_client', in_client::text, true),
    set_config('app.auditor_from', coalesce(in_from, '-infinity')::text, true),
    set_config('app.auditor_until', coalesce(in_until, 'infinity')::text, true)
$$;
revoke execute on function app.audit_for_archive(bigint, date, date) from public;
grant execute on function app.audit_for_archive(bigint, date, date) to gate;

-- An archive is made in nobody's name.
do $$
declare
  source text := pg_get_functiondef('app.people_of_others()'::regprocedure);
begin
  if strpos(source, 'u.id <> app.user_id()') = 0 then
    raise exception 'app.people_of_others is another one';
  end if;
  execute replace(source, 'u.id <> app.user_id()', 'u.id is distinct from app.user_id()');
end
$$;

-- An auditor is told who acted, whichever company a person is of. Where that person belongs to is null to him unless he sees it: his
-- reader finds these relations in place of the tables of the same names; no other role may use them.
create schema audited;
grant usage on schema audited to auditor;
create view audited.lb_user with (security_invoker) as
  select u.tenant_id, u.id, u.email, u.name, u.lang, u.is_group, u.blocked, u.active, u.show_tour, u.signature_file_id,
    (select c.id from public.client c where c.tenant_id = u.tenant_id and c.id = u.client_id) as client_id,
    (select d.id from public.department d where d.tenant_id = u.tenant_id and d.id = u.department_id) as department_id,
    (select c.id from public.cost_center c where c.tenant_id = u.tenant_id and c.id = u.cost_center_id) as cost_center_id,
    u.location_id,
    (select s.id from public.lb_user s where s.tenant_id = u.tenant_id and s.id = u.substitute_id) as substitute_id,
    u.absence_from, u.absence_to, u.timeline_order, u.created_at, u.updated_at, u.search_text, u.is_system,
    u.auditor_client_id, u.auditor_from, u.auditor_until, u.auditor_ends_on
  from public.lb_user u;
grant select on audited.lb_user to auditor;
