alter table document enable row level security, force row level security;
create policy audited on document for select to auditor using (tenant_id = (select app.tenant_id()) and (client_id = (select app.auditor_client()) and kind = any ((select app.kinds_on())::text[])
  and case kind
    when 'contract' then exists (select from contract c where c.tenant_id = document.tenant_id and c.id = document.id)
    else (kind <> 'procurement' or status <> 'draft')
      and (coalesce(invoice_date, (created_at at time zone (select app.time_zone()))::date)
          between (select app.auditor_from()) and (select app.auditor_until())
        or (kind = 'invoice' and id in (select app.audited_bookings()))) end));
create policy only_audited on document as restrictive for select to auditor using (client_id = (select app.auditor_client()) and kind = any ((select app.kinds_on())::text[])
  and case kind
    when 'contract' then exists (select from contract c where c.tenant_id = document.tenant_id and c.id = document.id)
    else (kind <> 'procurement' or status <> 'draft')
      and (coalesce(invoice_date, (created_at at time zone (select app.time_zone()))::date)
          between (select app.auditor_from()) and (select app.auditor_until())
        or (kind = 'invoice' and id in (select app.audited_bookings()))) end);
-- Of documents an operator sees which there are, and nothing of their content.
create policy operator_wall on document for select to operator using ((select app.is_operator()));
create policy tenant_wall on document to writer
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy visible on document for select to reader, reader_price
  using (tenant_id = (select app.tenant_id()) and (kind = any ((select app.kinds_on())::text[])) and (status <> 'draft' and ((kind = any ((select app.kinds_seen('all'))::text[])) or client_id = (( select nullif(current_setting('app.client_id', true), '')::bigint as "nullif")) and (kind = any ((select app.kinds_seen('client'))::text[])) or department_id = (( select nullif(current_setting('app.department_id', true), '')::bigint as "nullif")) and (kind = any ((select app.kinds_seen('department'))::text[])) or concerned_ids && (select app.persons()) and (kind = any ((select app.kinds_seen('involved'))::text[]))) or creator_id = (select app.user_id()) or holder_ids && (select app.persons())));
create trigger summed_delete after delete on document referencing old table as was for each statement execute function app.sum_documents_of_delete();
create trigger summed_insert after insert on document referencing new table as became for each statement execute function app.sum_documents_of_insert();
create trigger summed_update after update on document referencing old table as was new table as became for each statement execute function app.sum_documents_of_update();
grant select on document to writer;
grant select (tenant_id, kind, id, procurement_id, invoice_id, contract_id, timeline_id, number, running_number, name, status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, supplier_id, supplier_ids, under_contract_id, delivery_date, invoice_date, due_date, currency, created_at, assignee_ids, waiting_since, asked_ids, owed_on, search_text, heading_text, has_tasks, concerned_ids, holder_ids, content_version, step, step_kind, step_user_id, step_for_user_id, reminded_ids, company_currency) on document to reader;
grant select (tenant_id, kind, id, procurement_id, invoice_id, contract_id, timeline_id, number, running_number, name, status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, supplier_id, supplier_ids, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, total_netto_cents, created_at, assignee_ids, waiting_since, asked_ids, owed_on, search_text, heading_text, has_tasks, concerned_ids, holder_ids, content_version, step, step_kind, step_user_id, step_for_user_id, reminded_ids, company_currency, company_netto, committed_netto, committed_cents) on document to reader_price;
grant select (tenant_id, kind, id, timeline_id, number, status, client_id, currency, total_brutto, created_at) on document to operator;

-- Drafts are in no sum, so that a sum is of rows that its reader sees, every one: those of modules that are on, of kinds of which he
-- sees all (the policy of document).
call app.wall('document_total', amounts => '{net}', audited => false,
  visible => 'kind = any ((select app.kinds_on())::text[]) and kind = any ((select app.kinds_seen(''all''))::text[])');
revoke insert, update, delete on document_total from writer;
