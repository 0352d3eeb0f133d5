-- Documents approved before approval records existed get one of their current state, so that later changes are
-- detected (APPR-18). Unknown parts are left out and not compared: former files, and the account.
create or replace function app.keep_former_approvals(in_tenant bigint) returns void
language sql set search_path = '' as $$
  with company as (
    select c.tenant_id, c.id, c.currency, c.amount_basis from public.client c where c.tenant_id = in_tenant
  ), basis as (
    -- The value compared with limits, in the company's currency; unknown without a rate.
    select 'procurement' as kind, p.tenant_id, p.id, p.client_id, p.department_id, p.currency, p.exchange_rate, null::numeric as amount_due,
        case when c.amount_basis = 'gross' then p.total_brutto else coalesce(p.approved_netto, p.total_netto) end as total,
        jsonb_build_object('contract_id', p.contract_id) as links, '{}'::jsonb as terms
      from public.procurement p left join company c on c.tenant_id = p.tenant_id and c.id = p.client_id
      where p.tenant_id = in_tenant and (p.status in ('approved', 'ordered') or p.status = 'clearing' and p.approved_netto is not null)
    union all
    select 'invoice', i.tenant_id, i.id, i.client_id, i.department_id, i.currency, i.exchange_rate, i.amount_due,
        case when c.amount_basis = 'gross' then i.total_brutto else i.total_netto end,
        jsonb_build_object('procurement_id', i.procurement_id, 'contract_id', i.contract_id, 'corrects_invoice_id', i.corrects_invoice_id),
        '{}'
      from public.invoice i left join company c on c.tenant_id = i.tenant_id and c.id = i.client_id
      where i.tenant_id = in_tenant and i.status in ('accounting', 'export', 'completed')
    union all
    select 'contract', k.tenant_id, k.id, k.client_id, k.department_id, k.currency, k.exchange_rate, null,
        case when c.amount_basis = 'gross'
          then (select coalesce(sum(round(l.total * (1 + coalesce(l.tax, 0) / 100), 2)), 0)
            from public.contract_line l where l.tenant_id = k.tenant_id and l.contract_id = k.id)
          else k.total_netto end,
        '{}',
        jsonb_build_object('term_type', k.term_type, 'start_date', k.start_date::text, 'duration', k.duration::text,
          'duration_unit_type', k.duration_unit_type, 'min_duration', k.min_duration::text, 'renewal_type', k.renewal_type,
          'renewal_duration', k.renewal_duration::text, 'renewal_duration_unit_type', k.renewal_duration_unit_type,
          'notice_period', k.notice_period::text, 'notice_period_unit_type', k.notice_period_unit_type,
          'notice_workdays', k.notice_workdays::text, 'termination_to', k.termination_to,
          'termination_special_right', k.termination_special_right, 'first_end', k.first_end::text, 'usage_type', k.usage_type,
          'payment_direction', k.payment_direction)
        || jsonb_build_object('intervals', coalesce((select string_agg(distinct coalesce(l.usage_type, k.usage_type, '-'), ' ')
          from public.contract_line l where l.tenant_id = k.tenant_id and l.contract_id = k.id), ''))
      from public.contract k left join company c on c.tenant_id = k.tenant_id and c.id = k.client_id
      where k.tenant_id = in_tenant and exists (select from public.timeline_entry e where e.tenant_id = k.tenant_id
        and e.contract_id = k.id and e.status = 'approved' and e.type in ('contract-signing', 'contract-approval'))
  ), line as (
    select 'procurement' as kind, l.procurement_id as id, l.id as place, l.description as text, l.quantity, l.total_netto as net,
        coalesce(l.cost_center_id, p.cost_center_id) as cost_center_id, coalesce(l.ledger_account_id, p.ledger_account_id) as ledger_account_id,
        l.supplier_id
      from public.procurement_line l join public.procurement p on p.tenant_id = l.tenant_id and p.id = l.procurement_id
      where l.tenant_id = in_tenant
    union all
    select 'invoice', i.id, l.id, l.description, l.quantity, case when l.id is null then i.total_netto else l.total_netto end,
        coalesce(l.cost_center_id, i.cost_center_id), coalesce(l.ledger_account_id, i.ledger_account_id), i.supplier_id
      from public.invoice i left join public.invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.id where i.tenant_id = in_tenant
    union all
    select 'contract', k.id, l.id, l.name, l.quantity, case when l.id is null then k.total_netto else l.total end,
        k.cost_center_id, k.ledger_account_id, k.supplier_id
      from public.contract k left join public.contract_line l on l.tenant_id = k.tenant_id and l.contract_id = k.id where k.tenant_id = in_tenant
  ), cover as (
    select b.*, jsonb_build_object(
        'client_id', b.client_id, 'department_id', b.department_id, 'currency', b.currency, 'company_currency', c.currency,
        'basis', coalesce(c.amount_basis, 'net'), 'rate', r.rate::text, 'value', round(b.total * coalesce(r.rate, r.equal), 2)::text,
        'amount_due', round(b.amount_due * coalesce(r.rate, r.equal), 2)::text, 'links', b.links, 'terms', b.terms,
        'lines', coalesce((select jsonb_agg(jsonb_build_object('text', l.text, 'quantity', l.quantity::text, 'net', coalesce(l.net, 0)::text,
            'cost_center_id', l.cost_center_id, 'ledger_account_id', l.ledger_account_id, 'supplier_id', l.supplier_id) order by l.place)
          from line l where l.kind = b.kind and l.id = b.id), '[]')) as covered
      from basis b
      left join company c on c.tenant_id = b.tenant_id and c.id = b.client_id
      cross join lateral (select case when b.currency <> c.currency then b.exchange_rate end as rate,
        case when c.id is null or b.currency = c.currency then 1 end as equal) r
  )
  insert into public.approval_record (tenant_id, procurement_id, invoice_id, contract_id, state, covered)
    select v.tenant_id, case when v.kind = 'procurement' then v.id end, case when v.kind = 'invoice' then v.id end,
        case when v.kind = 'contract' then v.id end, 'approved', v.covered
      from cover v
      where not exists (select from public.approval_record r where r.tenant_id = v.tenant_id and r.state <> 'asked' and case v.kind
        when 'procurement' then r.procurement_id when 'invoice' then r.invoice_id else r.contract_id end = v.id)
$$;
