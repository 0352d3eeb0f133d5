-- The last day of the calendar year, so many years after a day.
create or replace function app.end_of_retention(in_day date, in_years integer) returns date
language sql immutable parallel safe return make_date(extract(year from in_day)::integer + in_years, 12, 31);
grant execute on function app.end_of_retention(date, integer) to writer;
