-- The currency of a company stands once something is counted in it (PRICE-04, BUD-08): rates of documents, budgets and limits are
-- of it. It is asked at the proposal and again when a second administrator confirms it, since documents may have come meanwhile.
create function app.keep_currency() returns trigger language plpgsql set search_path to '' as $$
declare
  documents integer;
  budgets integer;
begin
  select count(*) into documents from public.document d
    where d.tenant_id = new.tenant_id and d.client_id = new.id and d.status <> 'draft';
  select count(*) into budgets from public.budget b
    join public.cost_center_client l on l.tenant_id = b.tenant_id and l.cost_center_id = b.cost_center_id
    where b.tenant_id = new.tenant_id and l.client_id = new.id and b.active;
  if documents + budgets > 0 then
    raise exception 'currency_in_use' using errcode = '55000', column = 'currency',
      detail = jsonb_build_object('documents', documents, 'budgets', budgets);
  end if;
  return new;
end
$$;
-- Before `hold_control` puts the old value back.
create trigger fixed_currency before update of currency on client for each row
  when (old.currency is distinct from new.currency and current_user = 'writer') execute function app.keep_currency();

-- What open documents are decided, booked or counted by: fields of the master data that they hold, and settings of the kinds of
-- documents that ask for them. `src/features/control/reach.ts` says the same of each field.
create function app.steering() returns table (table_name text, field text, kinds text[])
language sql immutable parallel safe as $$
  select 'client', c, null::text[] from unnest('{country,vat_number,tax_number,client_number,consultant_number,
    ledger_account_length,min_approval,amount_basis,self_approval,price_tolerance_percent,substitute_limit,when_limit_exceeded,
    when_budget_exceeded,tax_tolerance,match_price_tolerance,match_quantity_tolerance,match_price_tolerance_amount,
    match_quantity_tolerance_amount,bank_change_second_person,separate_check,touchless_invoices,separate_signature,
    internal_lead_days,notice_transit_days,fiscal_year_start,payables_ledger,receivables_ledger,datev_lock,datev_service_date,
    datev_closed_until,datev_kost_length,datev_kost2,datev_collective_account,d365_legal_entity,d365_journal_name,d365_document,
    d365_procurement_category,required_fields,user_clearing_id,
    user_select_product_id,user_send_order_id,user_consignee_id,user_invoice_manual_check_id,user_invoice_clearing_id}'::text[]) c
  union all select 'department', c, null from unnest('{client_id,user_clearing_id,user_select_product_id,user_send_order_id,
    user_consignee_id}'::text[]) c
  union all select 'product_group', 'user_select_product_id', null
  union all select t, c, null from (values
    ('cost_center', 'number'), ('ledger_account', 'number'), ('ledger_account', 'automatic'), ('ledger_account', 'automatic_tax'),
    ('posting_key', 'number'), ('posting_key', 'tax'), ('profit_center', 'number'), ('tax_group', 'code'),
    ('tax_group', 'client_id'), ('tax_item_group', 'code'), ('tax_item_group', 'tax_code'), ('tax_item_group', 'client_id'),
    ('financial_dimension', 'code'), ('financial_dimension', 'dimension_type'), ('financial_dimension', 'client_id')) v (t, c)
  union all select 'configuration', c, k from (values
    ('timezone', '{procurement,invoice,contract}'::text[]),
    ('module_procurement', '{procurement}'), ('module_invoice', '{invoice}'), ('module_contract', '{contract}'),
    ('approval_limit_priority', '{procurement,invoice,contract}'),
    ('approve_from_mail', '{procurement,invoice,contract}'),
    ('passkey_approval_amount', '{procurement,invoice,contract}'),
    ('product_group_required', '{procurement}'),
    ('invoice_approval', '{invoice}'),
    ('procurement_or_contract_required', '{invoice}'),
    ('invoice_required_fields', '{invoice}'),
    ('invoice_export_target', '{invoice}'),
    ('insolvency_law_fields', '{invoice}'),
    ('d365_organisation_url', '{invoice}'),
    ('d365_journal_name', '{invoice}'),
    ('user_clearing_id', '{procurement}'), ('user_select_product_id', '{procurement}'), ('user_send_order_id', '{procurement}'),
    ('user_consignee_id', '{procurement}'), ('user_invoice_manual_check_id', '{invoice}'), ('user_invoice_clearing_id', '{invoice}')
  ) v (c, k)
$$;
grant execute on function app.steering() to reader, reader_price, writer;

-- Adds to what the answer tells of open documents.
create function app.note_documents_waiting(in_count integer) returns void language sql set search_path to '' as $$
  select set_config('app.documents_waiting',
    (coalesce(nullif(current_setting('app.documents_waiting', true), ''), '0')::integer + in_count)::text, true) where in_count > 0
$$;
grant execute on function app.note_documents_waiting(integer) to writer;

-- Counts them where rows are deactivated or what steers documents is changed, in whatever way, for the answer to whoever did it.
create or replace function app.count_documents_waiting() returns trigger language plpgsql set search_path to '' as $$
declare
  steering constant text[] := (select array_agg(s.field) from app.steering() s where s.table_name = tg_table_name);
  reached bigint[];
begin
  select array_agg(n.id) into reached from was o join now_is n on n.id = o.id and n.tenant_id = o.tenant_id
    where o.active and not n.active
      or app.picked(to_jsonb(o), steering) is distinct from app.picked(to_jsonb(n), steering);
  if reached is not null then
    perform app.note_documents_waiting((select count(*)::integer from app.documents_waiting_on(tg_table_name, reached)));
  end if;
  return null;
end
$$;

-- The open documents that settings of the tenant steer, as far as whoever asks sees them.
create function app.documents_under_settings(in_keys text[]) returns table (kind text, document_id bigint)
language sql stable set search_path to '' as $$
  select distinct d.kind, d.id from app.steering() s
  join public.document d on d.tenant_id = app.tenant_id() and d.kind = any (s.kinds) and d.status = any (app.open_statuses(d.kind))
  where s.table_name = 'configuration' and s.field = any (in_keys)
$$;
grant execute on function app.documents_under_settings(text[]) to reader, reader_price, writer;

create function app.count_documents_under_setting() returns trigger language plpgsql set search_path to '' as $$
declare
  setting constant public.configuration := case when tg_op = 'DELETE' then old else new end;
begin
  if setting.client_id is null
    and (tg_op <> 'UPDATE' or (old.value, old.lb_user_id) is distinct from (new.value, new.lb_user_id)) then
    perform app.note_documents_waiting((select count(*)::integer from app.documents_under_settings(array[setting.key])));
  end if;
  return null;
end
$$;
create trigger count_documents_waiting after insert or update or delete on configuration for each row
  when (current_user = 'writer') execute function app.count_documents_under_setting();
