-- The reference rates of the ECB, one list for the installation (PRICE-07): units of a currency for one euro, as published.
create table reference_rate (
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  day date not null,
  per_euro numeric(18, 6) not null check (per_euro > 0),
  primary key (currency, day)
);
alter table reference_rate enable row level security;
alter table reference_rate force row level security;
grant select on reference_rate to writer;
grant select, insert, update on reference_rate to gate;
create policy everybody on reference_rate to writer, gate using (true) with check (true);

-- What one unit of a currency is in another one, by the last rates of a day or up to a week before it: no run of days without
-- rates is longer. No row where none are known.
create function app.reference_rate(in_own text, in_other text, in_day date, out rate numeric, out day date)
returns setof record
language sql stable set search_path = '' as $$
  with known as (
    select k.currency, k.day, k.per_euro from public.reference_rate k
    where k.currency in (in_own, in_other) and k.day between in_day - 7 and in_day
    union all select 'EUR', days.day, 1 from (
      select distinct k.day from public.reference_rate k where k.currency in (in_own, in_other) and k.day between in_day - 7 and in_day
    ) days where 'EUR' in (in_own, in_other)
  )
  select round(own.per_euro / other.per_euro, 6), own.day
  from known own join known other on other.day = own.day and other.currency = in_other
  where own.currency = in_own and round(own.per_euro / other.per_euro, 6) > 0
  order by own.day desc limit 1
$$;
grant execute on function app.reference_rate(text, text, date) to writer;

alter table procurement drop constraint procurement_rate_source_check;
alter table procurement add constraint procurement_rate_source_check check (rate_source in ('document', 'typed', 'ecb'));
alter table invoice drop constraint invoice_rate_source_check;
alter table invoice add constraint invoice_rate_source_check check (rate_source in ('document', 'typed', 'ecb'));

-- The day by whose rate a document is counted, and whether its rate may still follow that day: an invoice by its tax point, else
-- its date, until its check is over; a request by its submit, until then by today.
create function app.rate_day_of(in_row public.procurement, out day date, out is_open boolean)
language sql stable set search_path = '' as $$
  select (coalesce(in_row.submitted_at, now()) at time zone app.time_zone())::date, in_row.submitted_at is null
$$;
create function app.rate_day_of(in_row public.invoice, out day date, out is_open boolean)
language sql stable set search_path = '' as $$
  select coalesce(in_row.vat_due_date, in_row.invoice_date), not exists (
    select from public.timeline_entry e where e.tenant_id = in_row.tenant_id and e.invoice_id = in_row.id
      and e.type = 'invoice-manual-check' and e.status = 'approved')
$$;

grant execute on function app.rate_day_of(public.procurement), app.rate_day_of(public.invoice) to writer;

-- A document in another currency than its company's has a rate (PRICE-07): the one that stands on it or was typed, else that of
-- the ECB, which follows the day of the document until it is frozen. Where a rate comes from is for nobody to say: a typed one
-- that is the reference rate of its day is that.
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
drop trigger own_currency on invoice;
create trigger own_currency before insert or update of client_id, currency, exchange_rate, rate_date, rate_source, invoice_date, vat_due_date
  on invoice for each row execute function app.own_currency();
drop trigger own_currency on procurement;
create trigger own_currency before insert or update of client_id, currency, exchange_rate, rate_date, rate_source on procurement
  for each row execute function app.own_currency();
