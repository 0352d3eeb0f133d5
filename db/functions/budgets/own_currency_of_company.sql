-- A change of the company's currency clears the rates of its documents.
create or replace function app.own_currency_of_company() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.procurement set exchange_rate = null, rate_date = null, rate_source = null
    where tenant_id = new.tenant_id and client_id = new.id and currency = new.currency and exchange_rate is not null;
  update public.invoice set exchange_rate = null, rate_date = null, rate_source = null
    where tenant_id = new.tenant_id and client_id = new.id and currency = new.currency and exchange_rate is not null;
  update public.contract set exchange_rate = null, rate_date = null, rate_source = null
    where tenant_id = new.tenant_id and client_id = new.id and currency = new.currency and exchange_rate is not null;
  return null;
end
$$;
