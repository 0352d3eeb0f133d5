-- A document in the currency of its company has no rate: whatever is given counts as 1 everywhere (BUD-08, PRICE-04).
create or replace function app.own_currency() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.exchange_rate is not null and new.currency = (
    select c.currency from public.client c where c.tenant_id = new.tenant_id and c.id = new.client_id
  ) then
    new.exchange_rate := null;
    new.rate_date := null;
    new.rate_source := null;
  end if;
  return new;
end
$$;
