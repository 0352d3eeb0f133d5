-- All facts for the bill of a tenant and month.
create or replace function app.billing_facts(in_tenant bigint, in_month date, in_now timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if current_setting('role') <> 'gate' and not coalesce(app.is_operator(), false) and in_tenant is distinct from app.tenant_id() then
    raise exception 'the facts of another tenant' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'tenant', jsonb_build_object(
        'id', t.id, 'name', t.name, 'status', t.status, 'today', app.day_of_tenant(t.id, in_now), 'language', t.main_language, 'easybill_id', nullif(trim(t.easybill_id), ''),
        'created_on', app.day_of_tenant(t.id, t.created_at),
        'archived_on', case when t.status = 'archived' then app.day_of_tenant(t.id, t.archived_at) end,
        'billing_email', nullif(trim(t.billing_email), ''),
        'automatic_billing_mail', t.automatic_billing_mail,
        'sepa_agreement', t.sepa_agreement, 'sepa_agreement_date', t.sepa_agreement_date,
        'sepa_mandate_reference', nullif(trim(t.sepa_mandate_reference), ''), 'sepa_scheme', t.sepa_scheme,
        'sepa_prenotification_days', t.sepa_prenotification_days, 'sepa_last_use', t.sepa_last_use,
        'sepa_creditor_id', nullif(trim(t.sepa_creditor_id), ''),
        'holder', coalesce(nullif(trim(t.holder), ''), t.name), 'iban', nullif(trim(t.iban), ''), 'bic', nullif(trim(t.bic), ''),
        'was_debited', t.sepa_last_use is not null or exists (
          select from public.billing b join public.billing_step s on s.tenant_id = b.tenant_id and s.billing_id = b.id
          where b.tenant_id = in_tenant and s.tenant_id = in_tenant and s.step = 'debit' and s.outcome = 'done'
            and b.debit ->> 'mandate' = trim(t.sepa_mandate_reference))),
      'conditions', jsonb_build_object(
        'document_limit', t.document_limit, 'procurement_limit', t.procurement_limit, 'invoice_limit', t.invoice_limit,
        'base_price_document', t.base_price_document::text, 'base_price_procurement', t.base_price_procurement::text,
        'base_price_invoice', t.base_price_invoice::text, 'extra_price_document', t.extra_price_document::text,
        'extra_price_procurement', t.extra_price_procurement::text, 'extra_price_invoice', t.extra_price_invoice::text,
        'recognition_unit_price', t.recognition_unit_price::text, 'standard_package', t.standard_package),
      'counts', (
        select jsonb_build_object(
          'document', count(*) filter (where e.kind = 'document'), 'procurement', count(*) filter (where e.kind = 'procurement'),
          'invoice', count(*) filter (where e.kind = 'invoice'), 'recognition', count(*) filter (where e.kind = 'recognition'))
        from public.billable_event e
        where e.tenant_id = in_tenant and e.day >= in_month and e.day < in_month + interval '1 month'),
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'description', i.description, 'net_amount', i.net_amount::text, 'start_date', i.start_date, 'end_date', i.end_date)
          order by i.id), '[]') from public.tenant_additional_item i where i.tenant_id = in_tenant),
      'tiers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'quantity', p.quantity, 'base_price', p.base_price::text, 'unit_price', p.unit_price::text) order by p.id), '[]')
        from public.tenant_tiered_price p where p.tenant_id = in_tenant))
    from public.tenant t where t.id = in_tenant);
end
$$;
grant execute on function app.billing_facts(bigint, date, timestamptz) to gate, operator, writer;
