-- The facts of contracts for the lists of a day. `signed_on` is null for unsigned contracts; the currency is that of
-- the company, or the contract's own while its rate is unknown, so that no sum mixes them (PRICE-07).
create or replace function app.facts_of_contracts(in_tenant bigint, in_ids bigint[])
returns table (contract_id bigint, facts jsonb, lines jsonb)
language sql stable set search_path to '' as $$
  select k.id,
    jsonb_build_object('status', k.status, 'client_id', k.client_id, 'department_id', k.department_id,
      'cost_center_id', k.cost_center_id, 'currency', case when k.exchange_rate is null then k.currency else coalesce(c.currency, k.currency) end, 'rate', k.exchange_rate::text,
      'usage_type', k.usage_type, 'payment_direction', k.payment_direction, 'payment_timing', k.payment_timing,
      'ledger_account_id', k.ledger_account_id, 'created_on', app.day_of_tenant(in_tenant, k.created_at), 'termination_deadline', k.termination_deadline,
      'next_possible_contract_end', k.next_possible_contract_end,
      'signed_on', case
        when e.steps > 0 then app.day_of_tenant(in_tenant, e.signed_at)
        when k.status in ('active', 'completed', 'expired', 'cancelled')
          then coalesce(k.contract_date, k.start_date, app.day_of_tenant(in_tenant, k.created_at)) end,
      'terms', jsonb_build_object('term_type', k.term_type, 'start_date', k.start_date, 'end_date', k.end_date,
        'duration', k.duration::text, 'duration_unit_type', k.duration_unit_type, 'min_duration', k.min_duration::text,
        'renewal_type', k.renewal_type, 'renewal_duration', k.renewal_duration::text,
        'renewal_duration_unit_type', k.renewal_duration_unit_type, 'notice_period', k.notice_period::text,
        'notice_period_unit_type', k.notice_period_unit_type, 'later_notice_period', k.later_notice_period::text,
        'later_notice_period_unit_type', k.later_notice_period_unit_type, 'notice_workdays', k.notice_workdays::text,
        'termination_to', k.termination_to, 'termination_day', k.termination_day, 'first_end', k.first_end),
      'notice', jsonb_build_object('terminated_on', k.terminated_on, 'agreed_end', k.agreed_end)),
    coalesce((
      select jsonb_agg(jsonb_build_object('total', l.total::text, 'usage_type', l.usage_type) order by l.id)
      from public.contract_line l where l.tenant_id = in_tenant and l.contract_id = k.id), '[]')
  from public.contract k
  left join public.client c on c.tenant_id = in_tenant and c.id = k.client_id
  left join lateral (
    select max(e.completed_at) filter (where e.status = 'approved') as signed_at, count(*) as steps
    from public.timeline_entry e
    where e.tenant_id = in_tenant and e.contract_id = k.id and e.type = 'contract-signing') e on true
  where k.tenant_id = in_tenant and k.id = any (in_ids) and k.amends_id is null
$$;
