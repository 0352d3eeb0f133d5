-- The urgency day of a contract as its list row shows it: the kept last safe day of its deadline with the kept stake, else the
-- deadline with an estimate (OVW-10, CON-32).
create or replace function app.notice_of_contract(in_tenant bigint, in_id bigint)
returns table (urgent_on date, at_stake numeric)
language sql stable as $$
  select coalesce(n.day, u.urgent_on),
      case when n.day is null then u.at_stake
        when c.currency <> h.currency and h.exchange_rate is null then null
        else n.at_stake end
    from app.urgency_of_contract(in_tenant, in_id) u
    join public.contract h on h.tenant_id = in_tenant and h.id = in_id
    left join public.client c on c.tenant_id = in_tenant and c.id = h.client_id
    left join public.contract_notice_day n
      on n.tenant_id = in_tenant and n.contract_id = in_id and n.deadline = u.urgent_on
    -- A plan of its own, as that of the estimate.
    offset 0
$$;
