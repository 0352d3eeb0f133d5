-- Search forms of PO-000057: PO-57, and every suffix of 57.
create or replace function app.number_words(formatted text) returns text language sql immutable parallel safe
return (
  select concat_ws(' ', kind || digits, (select string_agg(substr(digits, place), ' ') from generate_series(1, length(digits)) as place))
  from (select substring(formatted from '^\D*') as kind, ltrim(substring(formatted from '\d+$'), '0') as digits) as parts);
grant execute on function app.number_words(text) to gate, reader, reader_price, writer;
