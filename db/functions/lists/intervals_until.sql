-- Number of intervals of so many months from a day to an end, inclusive; at least one. Without an end those of a
-- year; usage-based items count once.
create or replace function app.intervals_until(in_until date, in_from date, in_months integer) returns integer
language sql immutable parallel safe set search_path to '' as $$
  select case
    when in_months is null then 1
    when in_until is null then 12 / in_months
    when case when extract(day from in_from) > 1 then in_from - 1 + make_interval(months => first.count * in_months)
           else in_from + make_interval(months => first.count * in_months) - interval '1 day' end >= in_until then first.count
    else first.count + 1 end
  from (select greatest(1, floor((
    (extract(year from in_until) - extract(year from in_from)) * 12 + extract(month from in_until) - extract(month from in_from))
    / in_months)::integer) as count) first
$$;
