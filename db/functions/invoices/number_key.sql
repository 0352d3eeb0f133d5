-- Normalises a printed number for comparison: letters and digits, without leading zeros.
create or replace function app.number_key(in_printed text) returns text
language sql immutable parallel safe
return nullif(ltrim(regexp_replace(upper(in_printed), '[^[:alnum:]]', '', 'g'), '0'), '');
grant execute on function app.number_key(text) to writer;
