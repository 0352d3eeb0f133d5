-- The months of changed contracts are computed anew, where their company counts contracts in budgets or did (DASH-09).
create or replace function app.renew_contract_months() returns trigger language plpgsql set search_path to '' as $$
declare
  ids bigint[];
begin
  select array_agg(n.contract_id) into ids from changed n
    where n.tenant_id = app.tenant_id() and (
      exists (select from public.client c
        where c.tenant_id = n.tenant_id and c.id = (n.facts ->> 'client_id')::bigint and c.contracts_in_budgets)
      or exists (select from public.contract_month m where m.tenant_id = n.tenant_id and m.contract_id = n.contract_id));
  if ids is not null then
    perform app.enqueue('keep_contract_months', jsonb_build_object('contracts', ids));
  end if;
  return null;
end
$$;
