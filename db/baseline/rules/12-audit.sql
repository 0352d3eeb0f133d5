call app.wall('audit_log', audited => false, amounts => '{amounts_before,amounts_after}', secrets => '{xact}', visible =>
  'procurement_id is not null and (exists (select from procurement d where d.tenant_id = audit_log.tenant_id and d.id = audit_log.procurement_id)
     or (select app.is_admin()) and app.is_gone(''procurement'', procurement_id))
   or invoice_id is not null and (exists (select from invoice d where d.tenant_id = audit_log.tenant_id and d.id = audit_log.invoice_id)
     or (select app.is_admin()) and app.is_gone(''invoice'', invoice_id))
   or contract_id is not null and (exists (select from contract d where d.tenant_id = audit_log.tenant_id and d.id = audit_log.contract_id)
     or (select app.is_admin()) and app.is_gone(''contract'', contract_id))
   or num_nonnulls(procurement_id, invoice_id, contract_id) = 0 and ((select app.is_admin()) or app.sees_record("table", foreign_key))');
create policy module_on on audit_log as restrictive for select to reader, reader_price
  using ((procurement_id is null or app.is_on('procurement')) and (invoice_id is null or app.is_on('invoice'))
    and (contract_id is null or app.is_on('contract')) and app.is_on(coalesce(app.module_of("table"), '')));
-- The audit keeps the values of these columns: its rows are for whoever reads the columns themselves.
create policy narrowed on audit_log as restrictive for select to reader, reader_price using (
  case "table"
    when 'lb_user' then (select app.is_admin()) or not affected_properties && app.control_columns('lb_user')
    when 'supplier' then (select app.handles_bank()) or not affected_properties && app.bank_columns('supplier')
    when 'supplier_bank_change' then (select app.handles_bank())
    else true
  end);
revoke insert, update, delete on audit_log from writer;
grant select (means) on audit_log to auditor;

call app.wall('audit_link', readable => false, audited => false);
create policy at_the_gate on audit_link for select to gate using (true);
revoke insert, update, delete on audit_link from writer;
grant select on audit_link to gate;

alter table audit_seal enable row level security, force row level security;

alter table audit_closing enable row level security, force row level security;
create policy at_the_gate on audit_closing for select to gate using (true);
grant select on audit_closing to gate;

call app.wall('auditor_access', visible => '(select app.is_admin())', audited => false);
revoke insert, update, delete on auditor_access from writer;

call app.wall('process_text', readable => false);

call app.wall('process_documentation', readable => false);
create trigger keep_version after update or delete on process_documentation for each row execute function app.keep_version();

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
