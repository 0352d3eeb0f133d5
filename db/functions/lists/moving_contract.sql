create or replace function app.moving_contract(in_tenant bigint, in_id bigint)
returns table(status text, creator_id bigint, client_id bigint, department_id bigint, cost_center_id bigint, ledger_account_id bigint, under_contract_id bigint, delivery_date date, invoice_date date, due_date date, currency text, total_netto numeric, total_brutto numeric, company_currency text, company_netto numeric, committed_netto numeric, assignee_ids bigint[], waiting_since timestamptz, content_version integer, step text, step_kind text, step_user_id bigint, step_for_user_id bigint, asked_ids bigint[], reminded_ids bigint[], concerned_ids bigint[], holder_ids bigint[])
language sql
stable as $$
  select h.status, h.creator_id, h.client_id, h.department_id, h.cost_center_id, h.ledger_account_id, h.id,
      -- After a notice there is no deadline to miss.
      null::date, null::date, case when h.terminated_on is null then h.termination_deadline end,
      -- Prices of different intervals are never added: the yearly value, with the expected value of usage billing (CON-37,
      -- CON-39).
      h.currency, coalesce(app.yearly_netto(h), 0), null::numeric,
      coalesce(c.currency, h.currency),
      -- In the company's currency, null without a rate: yearly cost and commitment.
      round(coalesce(app.yearly_netto(h), 0) * w.rate, 2), round(app.committed_netto(h) * w.rate, 2),
      s.assignee_ids, coalesce(s.waiting_since, r.reminded_at), t.content_version, s.step, s.step_kind, s.step_user_id,
      s.step_for_user_id, q.asked_ids, r.reminded_ids, p.concerned_ids, p.holder_ids
    from public.contract h
    left join public.client c on c.tenant_id = in_tenant and c.id = h.client_id
    cross join lateral (select case when c.currency <> h.currency then h.exchange_rate else 1 end as rate) w
    join public.timeline t on t.tenant_id = in_tenant and t.id = h.timeline_id
    cross join lateral app.listed_steps(in_tenant, h.timeline_id) s
    cross join lateral (
      select coalesce(array_agg(distinct lb_user_id) filter (where answered_at is null), '{}') as asked_ids,
          array_agg(lb_user_id) as shown_ids
        from public.document_question where tenant_id = in_tenant and contract_id = in_id
    ) q
    cross join lateral (
      select coalesce(array_agg(distinct person.id) filter (where person.id is not null), '{}') as reminded_ids,
          min(due.created_at) as reminded_at
        from public.contract_due_reminder due
        left join public.contract_reminder set on set.tenant_id = in_tenant and set.id = due.contract_reminder_id
        left join lateral app.reminded_people(in_tenant, array[set.lb_user_id, h.responsible_id, h.creator_id], h.client_id,
          due.is_wide) as person (id) on true
        where due.tenant_id = in_tenant and due.contract_id = in_id and due.acknowledged_at is null
    ) r
    cross join lateral (
      select array(select distinct person from unnest(array[h.creator_id, h.responsible_id] || array(
          select lb_user_id from public.contract_reminder where tenant_id = in_tenant and contract_id = in_id)
          || s.involved_ids || q.shown_ids || r.reminded_ids) as person
            where person is not null order by person) as concerned_ids,
          array(select distinct person from unnest(array[h.creator_id] || s.held_ids || q.shown_ids) as person
            where person is not null order by person) as holder_ids
        -- Prevents repeated evaluation.
        offset 0
    ) p
    where h.tenant_id = in_tenant and h.id = in_id
$$;
