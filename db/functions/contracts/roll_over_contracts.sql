-- The days of contracts follow the transit days and the federal state of their company at once, not only at night (CON-29,
-- CON-32). So do their months in budgets (DASH-09).
create or replace function app.roll_over_contracts() returns trigger language plpgsql set search_path to '' as $$
begin
  if app.tenant_id() is not null and exists (
    select from now_is n join was o on o.tenant_id = n.tenant_id and o.id = n.id
      where (n.notice_transit_days, n.federal_state) is distinct from (o.notice_transit_days, o.federal_state)
  ) then
    perform app.enqueue('roll_over_contracts', '{}');
  end if;
  if app.tenant_id() is not null and exists (
    select from now_is n join was o on o.tenant_id = n.tenant_id and o.id = n.id
      where n.contracts_in_budgets <> o.contracts_in_budgets
  ) then
    perform app.enqueue('keep_contract_months', '{}');
  end if;
  return null;
end
$$;
