-- Notes the documents of changed rows for the rest of the transaction, each with the changed part: `all`, its `head`,
-- or a `step`.
create or replace function app.note_changed_documents() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  noted text;
begin
  if tg_table_name in ('timeline_entry', 'document_question') then
    select string_agg(distinct concat_ws(' ', tenant_id,
        case when procurement_id is not null then 'procurement' when invoice_id is not null then 'invoice' else 'contract' end,
        coalesce(procurement_id, invoice_id, contract_id), 'step'), ',') into noted
      from changed where coalesce(procurement_id, invoice_id, contract_id) is not null;
  elsif tg_table_name = 'procurement_supplier_order' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'procurement', procurement_id, 'step'), ',') into noted from changed;
  elsif tg_table_name in ('contract_reminder', 'contract_due_reminder', 'contract_notice_day') then
    select string_agg(distinct concat_ws(' ', tenant_id, 'contract', contract_id, 'step'), ',') into noted from changed;
  elsif tg_table_name = 'timeline' then
    select string_agg(concat_ws(' ', c.tenant_id, d.kind, d.id, 'step'), ',') into noted
      from changed c join public.document d on d.tenant_id = c.tenant_id and d.timeline_id = c.id;
  elsif tg_table_name = 'procurement_line' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'procurement', procurement_id, 'all'), ',') into noted from changed;
  elsif tg_table_name = 'invoice_line' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'invoice', invoice_id, 'all'), ',') into noted from changed;
  elsif tg_table_name = 'contract_line' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'contract', contract_id, 'all'), ',') into noted from changed;
  else
    select string_agg(concat_ws(' ', tenant_id, tg_table_name, id, case tg_op when 'INSERT' then 'all' else 'head' end), ',')
      into noted from changed;
  end if;
  perform set_config('app.changed_documents',
    concat_ws(',', nullif(current_setting('app.changed_documents', true), ''), noted), true);
  return null;
end
$$;
