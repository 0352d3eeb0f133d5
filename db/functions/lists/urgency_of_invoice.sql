-- The urgency day of an unpaid invoice with the amount at stake in company currency: the next discount that can still
-- be taken, else the due date (OVW-10). Depends on the day; `app.list_passed_days` updates it.
create or replace function app.urgency_of_invoice(in_tenant bigint, in_id bigint)
returns table (urgent_on date, at_stake numeric)
language sql stable as $$
  select next.day, round(next.amount * case when c.currency <> h.currency then h.exchange_rate else 1 end, 2)
    from public.invoice h
    left join public.client c on c.tenant_id = in_tenant and c.id = h.client_id
    left join lateral (
      select day, amount from (values
          (h.discount_1_date, h.discount_1_amount, 1), (h.discount_2_date, h.discount_2_amount, 2), (h.due_date, h.amount_due, 3)
        ) payment (day, amount, place)
        -- Today is computed once per statement.
        where (place = 3 or day >= (select app.day_of_tenant(in_tenant, now()))) and day is not null and not h.paid
        order by day, place limit 1
    ) next on true
    where h.tenant_id = in_tenant and h.id = in_id
    -- A plan of its own: joined with the other functions of a list row it would read all documents of the tenant.
    offset 0
$$;
