-- The rate of one unit of a currency in another, by the latest rates up to a week before a day: gaps without rates
-- are shorter. No row if unknown.
create or replace function app.reference_rate(in_own text, in_other text, in_day date, out rate numeric, out day date)
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
