-- The urgency day of a request, with its net value in company currency: the delivery day of ordered goods, before
-- the order the wanted day, by which it must be approved (OVW-10, PROC-35).
create or replace function app.urgency_of_procurement(in_tenant bigint, in_id bigint)
returns table (urgent_on date, at_stake numeric)
language sql stable as $$
  select coalesce(owed.day, h.delivery_date), case when coalesce(owed.day, h.delivery_date) is not null then
      round(h.total_netto * case when c.currency <> h.currency then h.exchange_rate else 1 end, 2) end
    from public.procurement h
    left join public.client c on c.tenant_id = in_tenant and c.id = h.client_id
    cross join lateral (
      select min(coalesce(l.confirmed_delivery_date, l.delivery_date, h.delivery_date)) as day
        from public.procurement_line l
        where h.status = 'ordered' and l.tenant_id = in_tenant and l.procurement_id = in_id and l.is_outstanding
    ) owed
    where h.tenant_id = in_tenant and h.id = in_id
    -- A plan of its own: joined with the other functions of a list row it would read all documents of the tenant.
    offset 0
$$;
