-- The events of webhooks in a row of the audit, which every change passes, whichever way it comes (API-47).
create or replace function app.webhook_events(in_row public.audit_log)
returns table (event text, subject_table text, subject_id bigint, facts jsonb)
language sql immutable set search_path to '' as $$
  select in_row."table" || '_status_changed', in_row."table", in_row.foreign_key, jsonb_build_object(
      'status', in_row.data_after ->> 'status', 'former_status', in_row.data_before ->> 'status')
    where in_row.type in ('insert', 'update') and in_row."table" in ('procurement', 'invoice', 'contract')
      and 'status' = any (in_row.affected_properties)
  union all
  select 'order_sent', 'procurement', in_row.procurement_id, jsonb_build_object('order_id', in_row.foreign_key)
    where in_row."table" = 'procurement_supplier_order' and in_row.data_after ->> 'state' = 'sent'
  union all
  select 'invoice_exported', 'invoice', in_row.foreign_key, jsonb_build_object('exported_at', in_row.data_after ->> 'exported_at')
    where in_row."table" = 'invoice' and in_row.data_after ->> 'exported_at' is not null
  union all
  -- Rows of a record, such as the budgets of a cost center, change the record.
  select 'master_data_changed', r.record, r.id,
      jsonb_build_object('change', case when in_row."table" = r.record then in_row.type else 'update' end)
    from (select coalesce(in_row.relation_table, in_row."table") as record, case
      when coalesce(in_row.relation_table, in_row."table") = in_row."table" then in_row.foreign_key else in_row.relation_key end as id) r
    where in_row.type in ('insert', 'update', 'delete') and r.id is not null
      and r.record in ('client', 'department', 'cost_center', 'ledger_account', 'posting_key', 'profit_center', 'tax_group',
        'tax_item_group', 'financial_dimension', 'location', 'supplier', 'product', 'product_group', 'lb_user')
$$;
