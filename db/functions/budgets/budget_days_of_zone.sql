-- An order counts on the day in the company's time zone (GEN-14).
create or replace function app.budget_days_of_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.budget_amount a
    set day = (p.submitted_at at time zone app.time_zone_of(a.tenant_id))::date
    from (select distinct tenant_id from changed where key = 'timezone' and client_id is null) c
    join public.procurement p on p.tenant_id = c.tenant_id
    where a.tenant_id = p.tenant_id and a.procurement_id = p.id and a.invoice_id is null
      and a.day <> (p.submitted_at at time zone app.time_zone_of(a.tenant_id))::date;
  return null;
end
$$;
