create or replace function app.moving_invoice(in_tenant bigint, in_id bigint)
returns table(status text, creator_id bigint, client_id bigint, department_id bigint, cost_center_id bigint, ledger_account_id bigint, under_contract_id bigint, delivery_date date, invoice_date date, due_date date, currency text, total_netto numeric, total_brutto numeric, company_currency text, company_netto numeric, assignee_ids bigint[], waiting_since timestamptz, content_version integer, step text, step_kind text, step_user_id bigint, step_for_user_id bigint, asked_ids bigint[], concerned_ids bigint[], holder_ids bigint[])
language sql
stable as $$
  select h.status, h.creator_id, h.client_id, h.department_id, h.cost_center_id, h.ledger_account_id, h.contract_id,
      h.delivery_date, h.invoice_date, h.due_date, h.currency, h.total_netto, h.total_brutto, coalesce(c.currency, h.currency),
      -- Without a rate the value in the company's currency is unknown.
      round(h.total_netto * case when c.currency <> h.currency then h.exchange_rate else 1 end, 2),
      s.assignee_ids, s.waiting_since, t.content_version, s.step, s.step_kind, s.step_user_id, s.step_for_user_id, q.asked_ids,
      p.concerned_ids, p.holder_ids
    from public.invoice h
    left join public.client c on c.tenant_id = in_tenant and c.id = h.client_id
    join public.timeline t on t.tenant_id = in_tenant and t.id = h.timeline_id
    cross join lateral app.listed_steps(in_tenant, h.timeline_id) s
    cross join lateral (
      select coalesce(array_agg(distinct lb_user_id) filter (where answered_at is null), '{}') as asked_ids,
          array_agg(lb_user_id) as shown_ids
        from public.document_question where tenant_id = in_tenant and invoice_id = in_id
    ) q
    cross join lateral (
      select array(select distinct person from unnest(array[h.creator_id] || s.involved_ids || q.shown_ids) as person
            where person is not null order by person) as concerned_ids,
          array(select distinct person from unnest(array[h.creator_id] || s.held_ids || q.shown_ids) as person
            where person is not null order by person) as holder_ids
        -- Prevents repeated evaluation.
        offset 0
    ) p
    where h.tenant_id = in_tenant and h.id = in_id
$$;
