-- The deadline of a contract with an estimate of the amount at stake in company currency: the net value of the months that the
-- contract lasts longer without a notice (OVW-10, CON-32). Null after a notice. Lists read it where no last safe day is kept
-- (`app.notice_of_contract`).
create or replace function app.urgency_of_contract(in_tenant bigint, in_id bigint)
returns table (urgent_on date, at_stake numeric)
language sql stable as $$
  select notice.day, case when notice.day is not null then
      round(coalesce(app.yearly_netto(h), 0) * longer.months / 12
        * case when c.currency <> h.currency then h.exchange_rate else 1 end, 2) end
    from public.contract h
    left join public.client c on c.tenant_id = in_tenant and c.id = h.client_id
    cross join lateral (select case when h.terminated_on is null then h.termination_deadline end as day) notice
    cross join lateral (select case
        when h.term_type = 'fixed' and h.renewal_type in ('auto', 'once') then h.renewal_duration
          * case h.renewal_duration_unit_type when 'year' then 12 when 'semester' then 6 when 'quarter' then 3
            when 'month' then 1 when 'week' then 84 / 365.25 else 12 / 365.25 end
        when h.term_type = 'fixed' then (h.end_date - h.next_possible_contract_end) * 12 / 365.25
        -- A notice to any day costs nothing when it comes a day later.
        else case h.termination_to when 'year_end' then 12 when 'yearly_day' then 12 when 'half_year_end' then 6
          when 'quarter_end' then 3 when 'month_end' then 1 when 'mid_or_month_end' then 0.5 when 'week_end' then 84 / 365.25 else 0 end
      end as months) longer
    where h.tenant_id = in_tenant and h.id = in_id
    -- A plan of its own: joined with the other functions of a list row it would read all documents of the tenant.
    offset 0
$$;
