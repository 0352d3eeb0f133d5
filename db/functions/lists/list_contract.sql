create or replace function app.list_contract(in_tenant bigint, in_ids bigint[], in_whole boolean)
returns void
language plpgsql
set search_path to ''
set plan_cache_mode to 'force_generic_plan' as $$
declare
  whole bigint[] := in_ids;
  missing bigint[];
  moved bigint[];
begin
  if not in_whole then
    with written as (
      update public.document d set (status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, company_currency, company_netto, committed_netto, assignee_ids, waiting_since, content_version, step, step_kind, step_user_id, step_for_user_id, asked_ids, reminded_ids, concerned_ids, holder_ids, urgent_on, at_stake) = row (m.*, u.*)
        from unnest(in_ids) as one (id)
        cross join lateral app.moving_contract(in_tenant, one.id) m
        cross join lateral app.notice_of_contract(in_tenant, one.id) u
        cross join lateral app.words_of_contract(in_tenant, one.id) w
        where d.tenant_id = in_tenant and d.kind = 'contract' and d.id = one.id
          and (row (d.status, d.creator_id, d.client_id, d.department_id, d.cost_center_id, d.ledger_account_id, d.under_contract_id, d.delivery_date, d.invoice_date, d.due_date, d.currency, d.total_netto, d.total_brutto, d.company_currency, d.company_netto, d.committed_netto, d.assignee_ids, d.waiting_since, d.content_version, d.step, d.step_kind, d.step_user_id, d.step_for_user_id, d.asked_ids, d.reminded_ids, d.concerned_ids, d.holder_ids, d.urgent_on, d.at_stake) is distinct from row (m.*, u.*) or row (d.timeline_id, d.number, d.running_number, d.name, d.created_at, d.head_text, d.supplier_id, d.supplier_ids) is distinct from row (w.*))
        returning d.id, row (d.timeline_id, d.number, d.running_number, d.name, d.created_at, d.head_text, d.supplier_id, d.supplier_ids) is distinct from row (w.*) as is_reworded,
          row (old.concerned_ids, old.holder_ids) is distinct from row (new.concerned_ids, new.holder_ids) as is_moved
    )
    select array_agg(id) filter (where is_reworded), array_agg(id) filter (where is_moved) into whole, moved from written;
    if moved is not null then
      perform app.keep_document_persons(in_tenant, 'contract', moved);
    end if;
    if whole is null then
      return;
    end if;
  end if;
  missing := array(select unnest(whole)
    except select id from public.document where tenant_id = in_tenant and kind = 'contract' and id = any (whole));
  if missing <> '{}' then
    insert into public.document (tenant_id, kind, id, status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, company_currency, company_netto, committed_netto, assignee_ids, waiting_since, content_version, step, step_kind, step_user_id, step_for_user_id, asked_ids, reminded_ids, concerned_ids, holder_ids, urgent_on, at_stake, timeline_id, number, running_number, name, created_at, head_text, supplier_id, supplier_ids, lines_text)
      select in_tenant, 'contract', one.id, m.*, u.*, w.*, l.*
        from unnest(missing) as one (id)
        cross join lateral app.moving_contract(in_tenant, one.id) m
        cross join lateral app.notice_of_contract(in_tenant, one.id) u
        cross join lateral app.words_of_contract(in_tenant, one.id) w
        cross join lateral app.lines_of_contract(in_tenant, one.id) l
      on conflict do nothing;
    perform app.keep_document_persons(in_tenant, 'contract', missing);
    whole := array(select unnest(whole) except select unnest(missing));
  end if;
  if whole <> '{}' then
    with written as (
      update public.document d set (status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, company_currency, company_netto, committed_netto, assignee_ids, waiting_since, content_version, step, step_kind, step_user_id, step_for_user_id, asked_ids, reminded_ids, concerned_ids, holder_ids, urgent_on, at_stake, timeline_id, number, running_number, name, created_at, head_text, supplier_id, supplier_ids, lines_text) = row (m.*, u.*, w.*, l.*)
        from unnest(whole) as one (id)
        cross join lateral app.moving_contract(in_tenant, one.id) m
        cross join lateral app.notice_of_contract(in_tenant, one.id) u
        cross join lateral app.words_of_contract(in_tenant, one.id) w
        cross join lateral app.lines_of_contract(in_tenant, one.id) l
        where d.tenant_id = in_tenant and d.kind = 'contract' and d.id = one.id
          and row (d.status, d.creator_id, d.client_id, d.department_id, d.cost_center_id, d.ledger_account_id, d.under_contract_id, d.delivery_date, d.invoice_date, d.due_date, d.currency, d.total_netto, d.total_brutto, d.company_currency, d.company_netto, d.committed_netto, d.assignee_ids, d.waiting_since, d.content_version, d.step, d.step_kind, d.step_user_id, d.step_for_user_id, d.asked_ids, d.reminded_ids, d.concerned_ids, d.holder_ids, d.urgent_on, d.at_stake, d.timeline_id, d.number, d.running_number, d.name, d.created_at, d.head_text, d.supplier_id, d.supplier_ids, d.lines_text) is distinct from row (m.*, u.*, w.*, l.*)
        returning d.id,
          row (old.concerned_ids, old.holder_ids) is distinct from row (new.concerned_ids, new.holder_ids) as is_moved
    )
    select array_agg(id) filter (where is_moved) into moved from written;
    if moved is not null then
      perform app.keep_document_persons(in_tenant, 'contract', moved);
    end if;
  end if;
end
$$;
