-- A document in a currency other than its company's has a rate (PRICE-07): one in the document or typed, else that of
-- the ECB, which follows the document's date until frozen. The source is derived: a typed rate equal to the reference
-- rate of its day counts as that.
create or replace function app.own_currency() returns trigger
language plpgsql set search_path = '' as $$
declare
  own text;
  known record;
  found record;
  is_other boolean := false;
begin
  select c.currency into own from public.client c where c.tenant_id = new.tenant_id and c.id = new.client_id;
  if own is null then
    return new;
  end if;
  if new.currency = own then
    new.exchange_rate := null;
    new.rate_date := null;
    new.rate_source := null;
    return new;
  end if;
  select * into known from app.rate_day_of(new);
  if tg_op = 'UPDATE' then
    is_other := (new.currency, new.client_id) is distinct from (old.currency, old.client_id);
  end if;
  if new.exchange_rate is null or tg_op = 'UPDATE' and new.rate_source = 'ecb' and new.exchange_rate is not distinct from old.exchange_rate
    and (is_other or known.is_open) then
    select * into found from app.reference_rate(own, new.currency, known.day);
    if found.rate is not null then
      new.exchange_rate := found.rate;
      new.rate_date := found.day;
      new.rate_source := 'ecb';
    elsif is_other or new.exchange_rate is null then
      new.exchange_rate := null;
      new.rate_source := null;
    end if;
  elsif new.rate_source is distinct from 'document' then
    select * into found from app.reference_rate(own, new.currency, coalesce(new.rate_date, known.day));
    new.rate_source := case when found.rate = new.exchange_rate then 'ecb' else 'typed' end;
    if new.rate_source = 'ecb' then
      new.rate_date := found.day;
    end if;
  end if;
  return new;
end
$$;
